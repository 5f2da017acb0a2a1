-- MS MARCO v2 passages: JSON lines with pid, passage, spans, docid, in the chunk files of variable `files`. Fills
-- store.passages. Variables: `stem`, the common prefix of ids in the bundle; `key_base`, the number of the bundle * 10^10;
-- `has_text`, whether text is stored. An invalid row gets a null key, which the table rejects.
with
lines as (
    select pid, passage, spans, docid,
    from read_json(
        getvariable('files'),
        format = 'newline_delimited',
        compression = 'uncompressed',
        columns = { pid: 'varchar', passage: 'varchar', spans: 'varchar', docid: 'varchar' }
    )
),

split as (
    select
        passage,
        spans,
        starts_with(pid, getvariable('stem')) as is_of_bundle,
        substr(pid, strlen(getvariable('stem')) + 1) as place,
        substr(docid, 1, 15) as document_stem,
        substr(docid, 16) as document_place,
    from lines
),

numbered as (
    select
        passage,
        spans,
        document_stem,
        case when is_of_bundle then corpus.number(place) end as number,
        corpus.number(document_place) as document_number,
    from split
)

select
    getvariable('stem') as stem,
    case
        when number is not null and document_number is not null and spans is not null
            then getvariable('key_base') + number
    end as key,
    strlen(passage)::integer as num_bytes,
    length(passage)::integer as num_chars,
    case when getvariable('has_text') then passage end as text,
    document_stem,
    try_cast(substr(document_stem, 13, 2) as utinyint) * corpus.numbers_per_bundle() + document_number as document_key,
    spans,
from numbered
