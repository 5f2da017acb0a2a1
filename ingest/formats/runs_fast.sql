-- TREC runs with one separator throughout, many files at once: query_id, Q0,
-- doc_id, rank, score, tag. Fills staging.rankings; variable `file_ids` holds the
-- number of each file of variable `paths`. `is_odd` marks rows that the careful reader (runs_careful.sql) must look at:
-- DuckDB reads 1_0 as 10 and 1e2 as a whole number, TREC does not.
select
    getvariable('file_ids')[file_index::integer + 1] as file_id,
    query_id,
    doc_id,
    try_cast(submitted_rank as integer) as submitted_rank,
    try_cast(score as double) as score,
    query_id is null
    or doc_id is null
    or tag is null
    or try_cast(submitted_rank as integer) is null
    or try_cast(score as double) is null
    or contains(score, '_')
    or contains(submitted_rank, '_')
    or contains(submitted_rank, '.')
    or contains(submitted_rank, 'e')
    or contains(query_id, ' ')
    or contains(doc_id, ' ')
    or contains(query_id, chr(9))
    or contains(doc_id, chr(9))
    or starts_with(query_id, '#') as is_odd,
from read_csv(
    getvariable('paths'),
    auto_detect = false,
    delim = getvariable('delimiter'),
    header = false,
    quote = '',
    escape = '',
    columns = {
        'query_id': 'varchar',
        'iteration': 'varchar',
        'doc_id': 'varchar',
        'submitted_rank': 'varchar',
        'score': 'varchar',
        'tag': 'varchar'
    }
)
