-- Reads one TREC run as trec_eval does into evaluate.run_lines: fields split at any white space, more than six allowed,
-- blank lines left out. Variables: `path`, `run_id` and `rules`: 'trec_eval9' reads a score as C does (the number its
-- field begins with, 0 without one); 'trec_eval10' likewise, but leaves out lines that begin with '#'; 'strict' leaves
-- them out too and wants the whole field to be a number. `is_odd` marks malformed lines. Scores that are no number
-- (nan) are malformed under all rules, for no order could hold them, and so are hexadecimal ones.
insert into evaluate.run_lines by name
with texts as (
    select trim(unnest(string_split(content, chr(10))), chr(9) || chr(11) || chr(12) || chr(13) || ' ') as text,
    from read_text(getvariable('path'))
),

fields as (
    select string_split_regex(text, '[\s\v]+') as field,
    from texts
    where
        text != ''
        and (getvariable('rules') = 'trec_eval9' or not starts_with(text, '#'))
),

scored as (
    select
        field,
        regexp_extract(
            field[5], '^[+-]?((?i:inf|nan|0x)|([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)'
        ) as beginning,
    from fields
),

cleared as (
    select
        field,
        case
            when getvariable('rules') != 'strict' then coalesce(nullif(beginning, ''), '0')
            when not contains(field[5], '_') then field[5]
        end as score,
    from scored
)

select
    getvariable('run_id') as run_id,
    row_number() over () as line,
    field[1] as query_id,
    field[3] as doc_id,
    try_cast(field[4] as integer) as submitted_rank,
    try_cast(score as double) as score,
    field[6] as tag,
    len(field) < 6 or coalesce(isnan(try_cast(score as double)), true) as is_odd,
from cleared;
