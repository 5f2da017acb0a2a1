-- TREC runs with the same separator on every line and no other white space, many files at once: query_id, Q0, doc_id, rank,
-- score, tag. Variables: `paths`, `file_ids` (one number per path), `delimiter`, `only_topics` (the topics to read; null:
-- all), `with_fit_ids` (whether `is_odd` marks invalid ids), `may_have_signs` (whether to search ids for invalid
-- characters). `is_odd` marks rows that runs_careful.sql must read, under any rules: DuckDB reads 1_0 and 0x1 as whole numbers
-- and 1_0 and +-1 as scores, but TREC's tools do not. A rank that is written exactly as DuckDB prints it is accepted. The rows
-- are in file order and not numbered, because numbering takes longer than reading.
with lines as (
    select
        getvariable('file_ids')[file_index::integer + 1] as file_id,
        query_id,
        doc_id,
        try_cast(submitted_rank as integer) as submitted_rank,
        try_cast(score as double) as score,
        tag,
        query_id is null
        or iteration is null
        or doc_id is null
        or tag is null
        or coalesce(try_cast(submitted_rank as integer)::varchar <> submitted_rank, true)
        -- from this value on, a 4-byte float is infinite
        or not coalesce(abs(try_cast(score as double)) < 3.4028235677973366e38, false)
        or contains(score, '_')
        -- a plus sign or a '#' at the start; these comparisons take a tenth of the time of a search
        or score < '-'
        or query_id < '$' as is_odd,
    from read_csv(
        getvariable('paths'),
        auto_detect = false,
        delim = getvariable('delimiter'),
        header = false,
        quote = '',
        escape = '',
        new_line = '\n',
        compression = 'none',
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

select
    file_id,
    query_id,
    doc_id,
    submitted_rank,
    score,
    tag,
    is_odd
    or getvariable('with_fit_ids')
    and (
        strlen(query_id) > 2048
        or strlen(doc_id) > 2048
        or getvariable('may_have_signs') and (has_unfit_sign(query_id) or has_unfit_sign(doc_id))
    ) as is_odd,
from lines
where
    getvariable('only_topics')::varchar[] is null
    or is_odd
    or query_id in (select unnest(getvariable('only_topics')::varchar[]))
