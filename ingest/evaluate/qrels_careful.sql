-- Reads TREC qrels as trec_eval does into evaluate.qrels_lines: fields split at any white space, lines that begin
-- with '#' left out; variable `path`. `is_odd` marks malformed lines.
insert into evaluate.qrels_lines by name
with texts as (
    select unnest(string_split(rtrim(content, chr(10)), chr(10))) as text,
    from read_text(getvariable('path'))
),

fields as (
    select
        string_split_regex(trim(text, chr(9) || chr(11) || chr(12) || chr(13) || ' '), '\s+') as field,
    from texts
    where not starts_with(text, '#')
)

select
    row_number() over () as line,
    field[1] as query_id,
    field[2] as iteration,
    field[3] as doc_id,
    try_cast(regexp_extract(field[4], '^[+-]?[0-9]+') as smallint) as relevance,
    len(field) != 4 or try_cast(regexp_extract(field[4], '^[+-]?[0-9]+') as smallint) is null as is_odd,
from fields;
