with labels as (
    select
        qrels.file_id,
        qrels.relevance,
    from staging.qrels as qrels
    union all
    select
        left_out.file_id,
        left_out.relevance,
    from staging.left_out_labels as left_out
)

select
    expected.file_id,
    null::bigint as line,
    'grade ' || expected.relevance || ' occurs ' || count(labels.file_id) || ' times, expected '
    || expected.expected_rows as detail,
from staging.expected_grades as expected
left join labels
    on labels.file_id = expected.file_id and labels.relevance = expected.relevance
group by expected.file_id, expected.relevance, expected.expected_rows
having count(labels.file_id) <> expected.expected_rows
order by expected.file_id, expected.relevance
