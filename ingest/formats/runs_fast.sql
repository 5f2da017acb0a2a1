-- TREC runs with one separator throughout, many files at once: query_id, Q0,
-- doc_id, rank, score, tag. Fills staging.rankings; variable `file_ids` holds the
-- number of each file of variable `paths`. `is_odd` marks rows that the careful
-- reader (runs_careful.sql) must look at: DuckDB reads 1_0 and 0x1 as whole numbers,
-- 1_0, +-1 and numbers amid white space as scores; TREC does not. A rank that reads
-- back as it was written is none of these.
select
    getvariable('file_ids')[file_index::integer + 1] as file_id,
    query_id,
    doc_id,
    try_cast(submitted_rank as integer) as submitted_rank,
    try_cast(score as double) as score,
    query_id is null
    or iteration is null
    or doc_id is null
    or tag is null
    or coalesce(try_cast(submitted_rank as integer)::varchar <> submitted_rank, true)
    or not coalesce(isfinite(try_cast(score as double)), false)
    or contains(score, '_')
    or contains(score, '+')
    or contains(score, ' ')
    or contains(score, chr(9))
    or contains(score, chr(11))
    or contains(score, chr(12))
    or starts_with(query_id, '#') as is_odd,
from read_csv(
    getvariable('paths'),
    auto_detect = false,
    delim = getvariable('delimiter'),
    header = false,
    quote = '',
    escape = '',
    compression = 'none',
    hive_partitioning = false,
    columns = {
        'query_id': 'varchar',
        'iteration': 'varchar',
        'doc_id': 'varchar',
        'submitted_rank': 'varchar',
        'score': 'varchar',
        'tag': 'varchar'
    }
)
