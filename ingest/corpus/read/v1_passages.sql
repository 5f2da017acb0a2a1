-- MS MARCO v1 passages: pid, tab, text, in the chunk files of variable `files`. Nothing is quoted or escaped.
-- Fills store.passages. Variable `has_text`: whether text is kept.
-- A row that must not be loaded gets no key, which the table refuses.
with
lines as (
    select pid, coalesce(passage, '') as passage,
    from read_csv(
        getvariable('files'),
        auto_detect = false,
        delim = '\t',
        quote = '',
        escape = '',
        header = false,
        new_line = '\n',
        max_line_size = 16777216,
        columns = { pid: 'varchar', passage: 'varchar' }
    )
)

select
    '' as stem,
    corpus.number(pid) as key,
    strlen(passage)::integer as num_bytes,
    length(passage)::integer as num_chars,
    case when getvariable('has_text') then passage end as text,
    null::varchar as document_stem,
    null::bigint as document_key,
    null::varchar as spans,
from lines
