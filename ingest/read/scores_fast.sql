-- Scores per topic, many files at once: measure, topic, value, as in trec_eval -q and ndcgeval, with blanks before the tabs. With
-- `has_run`, the run is the first column; otherwise the name of the file is the run. Variables: `has_run`, and `paths` and
-- `file_ids` in the same order. Rows over all topics ('all') have no value.
with rows as (
    select
        getvariable('file_ids')[scores.file_index::integer + 1] as file_id,
        case when getvariable('has_run') then scores.field_1 end as run_id,
        rtrim(case when getvariable('has_run') then scores.field_2 else scores.field_1 end) as measure,
        case when getvariable('has_run') then scores.field_3 else scores.field_2 end as query_id,
        case when getvariable('has_run') then scores.field_4 else scores.field_3 end as value,
        case when not getvariable('has_run') then scores.field_4 end as surplus,
    from read_csv(
        getvariable('paths'),
        auto_detect = false,
        delim = chr(9),
        header = false,
        quote = '',
        escape = '',
        compression = 'none',
        null_padding = not getvariable('has_run'),
        columns = { 'field_1': 'varchar', 'field_2': 'varchar', 'field_3': 'varchar', 'field_4': 'varchar' }
    ) as scores
)

select
    rows.file_id,
    rows.run_id,
    rows.query_id,
    rows.measure,
    case
        when rows.query_id = 'all' then null
        when
            rows.query_id is null
            or rows.measure = ''
            or rows.surplus is not null
            or not coalesce(isfinite(try_cast(rows.value as double)), false)
            -- texts that DuckDB casts, but which are not valid: 1_0, +-1, or a plus sign or a blank at the start
            or contains(rows.value, '_')
            or rows.value < '-'
            then error('no line of scores')
        else try_cast(rows.value as double)
    end as value,
    metrics.decimals(rows.value) as decimals,
from rows
