-- MS MARCO v2 documents: JSON lines with docid, url, title, headings, body, in the chunk files of variable `files`. Fills
-- store.documents. Variables: `stem`, the common prefix of ids in the bundle; `key_base`, the number of the bundle * 10^10;
-- `has_text`, whether text is stored. An invalid row gets a null key, which the table rejects.
with
lines as (
    select docid, url, title, headings, body,
    from read_json(
        getvariable('files'),
        format = 'newline_delimited',
        compression = 'uncompressed',
        columns = { docid: 'varchar', url: 'varchar', title: 'varchar', headings: 'varchar', body: 'varchar' }
    )
),

split as (
    select
        url,
        title,
        headings,
        body,
        case
            when starts_with(docid, getvariable('stem'))
                then corpus.number(substr(docid, strlen(getvariable('stem')) + 1))
        end as number,
    from lines
)

select
    getvariable('stem') as stem,
    case
        when number is not null and url is not null and title is not null and headings is not null
            then getvariable('key_base') + number
    end as key,
    url,
    strlen(body)::integer as num_bytes,
    length(body)::integer as num_chars,
    case when getvariable('has_text') then title end as title,
    case when getvariable('has_text') then headings end as headings,
    case when getvariable('has_text') then body end as body,
from split
