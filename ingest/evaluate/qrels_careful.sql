-- Reads TREC qrels as trec_eval does into evaluate.qrels_lines: fields split at any white space, a grade is the whole
-- number its field begins with and 0 without one. Variables: `path` and `rules`: 'trec_eval9', or 'trec_eval10', which
-- leaves out lines that begin with '#'. `is_odd` marks malformed lines: blank ones too, and grades beyond a smallint.
insert into evaluate.qrels_lines by name
with texts as (
    select unnest(string_split(regexp_replace(content, '\n$', ''), chr(10))) as text,
    from read_text(getvariable('path'))
),

fields as (
    select
        string_split_regex(trim(text, chr(9) || chr(11) || chr(12) || chr(13) || ' '), '[\s\v]+') as field,
    from texts
    where getvariable('rules') = 'trec_eval9' or not starts_with(text, '#')
),

graded as (
    select
        field,
        coalesce(nullif(regexp_extract(field[4], '^[+-]?[0-9]+'), ''), '0') as grade,
    from fields
)

select
    row_number() over () as line,
    field[1] as query_id,
    field[2] as iteration,
    field[3] as doc_id,
    try_cast(grade as smallint) as relevance,
    len(field) != 4 or try_cast(grade as smallint) is null as is_odd,
from graded;
