-- Reads one TREC run as trec_eval does into evaluate.run_lines: fields split at any white space, more than six
-- allowed, blank lines and lines that begin with '#' left out; variables `path` and `run_id`. `is_odd` marks malformed lines.
insert into evaluate.run_lines by name
with texts as (
    select unnest(string_split(content, chr(10))) as text,
    from read_text(getvariable('path'))
),

fields as (
    select string_split_regex(trim(text, chr(9) || chr(11) || chr(12) || chr(13) || ' '), '\s+') as field,
    from texts
    where
        trim(text, chr(9) || chr(11) || chr(12) || chr(13) || ' ') != ''
        and not starts_with(ltrim(text, chr(9) || chr(11) || chr(12) || chr(13) || ' '), '#')
)

select
    getvariable('run_id') as run_id,
    row_number() over () as line,
    field[1] as query_id,
    field[3] as doc_id,
    try_cast(field[4] as integer) as submitted_rank,
    try_cast(field[5] as double) as score,
    field[6] as tag,
    len(field) < 6 or try_cast(field[5] as double) is null or contains(field[5], '_') as is_odd,
from fields;
