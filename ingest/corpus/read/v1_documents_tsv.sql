-- MS MARCO v1 documents as TSV without quotation: docid, url, title, body, in the chunk files of variable `files`. Fills
-- store.documents. Variable: `has_text`, whether text is stored. An invalid row gets a null key, which the table rejects.
with
lines as (
    select docid, coalesce(url, '') as url, coalesce(title, '') as title, coalesce(body, '') as body,
    from read_csv(
        getvariable('files'),
        auto_detect = false,
        delim = '\t',
        quote = '',
        escape = '',
        header = false,
        new_line = '\n',
        max_line_size = 16777216,
        columns = { docid: 'varchar', url: 'varchar', title: 'varchar', body: 'varchar' }
    )
)

select
    'D' as stem,
    case when starts_with(docid, 'D') then corpus.number(docid[2:]) end as key,
    url,
    strlen(body)::integer as num_bytes,
    length(body)::integer as num_chars,
    case when getvariable('has_text') then title end as title,
    null::varchar as headings,
    case when getvariable('has_text') then body end as body,
from lines
