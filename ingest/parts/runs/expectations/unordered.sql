select
    files.file_id,
    null::bigint as line,
    'all documents have the same score in ' || count(*) filter (where scored.is_unordered) || ' of ' || count(*)
    || ' topics, so document ids decide the order, not ranks; write scores that fall with the rank, or choose the tie rule '
    || 'submitted (ingest collection --tie-rule submitted)' as detail,
from (
    select
        answers.file_id,
        metrics.orders_nothing(
            collections.tie_rule, answers.num_ret - answers.num_problems, answers.lowest_score, answers.highest_score
        ) as is_unordered,
    from staging.answers as answers
    inner join staging.files as files on files.file_id = answers.file_id
    inner join staging.collections as collections on collections.collection = files.collection
) as scored
inner join staging.files as files on files.file_id = scored.file_id
group by files.file_id
having count(*) filter (where scored.is_unordered) > 0
order by files.file_id
