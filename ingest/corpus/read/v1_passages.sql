-- MS MARCO v1 passages: pid, tab, text, without quotation or escapes, in the chunk files of variable `files`. Fills
-- store.passages. Variable: `has_text`, whether text is stored. An invalid row gets a null key, which the table rejects.
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
