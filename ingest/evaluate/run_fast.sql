-- Reads TREC runs with one separator throughout into evaluate.run_lines. Variables: `paths`, `run_ids` (of each file),
-- `delimiter`, `other` (the separator that must not occur) and `only_judged` (whether topics without labels in
-- main.qrels are skipped). `is_odd` marks lines that run_careful.sql must look at: trec_eval splits at any white
-- space, and scores beyond a float are treated in different ways. Lines are not numbered, for that takes longer than
-- reading them; the table has them in the order of the file.
insert into evaluate.run_lines by name
with read as (
    select
        file_index,
        query_id,
        doc_id,
        submitted_rank,
        score,
        tag,
        query_id is null
        or iteration is null
        or doc_id is null
        or submitted_rank is null
        or tag is null
        or not coalesce(isfinite(try_cast(score as float)), false)
        or contains(score, '_')
        or contains(query_id, getvariable('other'))
        or contains(doc_id, getvariable('other'))
        or contains(tag, getvariable('other'))
        or contains(tag, chr(13))
        or starts_with(query_id, '#') as is_odd,
    from read_csv(
        getvariable('paths'),
        auto_detect = false,
        delim = getvariable('delimiter'),
        header = false,
        quote = '',
        escape = '',
        new_line = '\n',
        columns = {
            'query_id': 'varchar',
            'iteration': 'varchar',
            'doc_id': 'varchar',
            'submitted_rank': 'varchar',
            'score': 'varchar',
            'tag': 'varchar'
        }
    )
)

-- values are made only of what is kept
select
    getvariable('run_ids')[file_index::integer + 1] as run_id,
    query_id,
    doc_id,
    try_cast(submitted_rank as integer) as submitted_rank,
    try_cast(score as double) as score,
    tag,
    is_odd,
from read
where
    not getvariable('only_judged')
    or is_odd
    or query_id in (select qrels.query_id from main.qrels as qrels);
