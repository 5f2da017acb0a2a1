-- MS MARCO v1 documents in TREC's form: <DOC>, <DOCNO>, and in <TEXT> the lines url, title and body (with line breaks, unlike
-- the TSV), in the chunk files of variable `files`. Fills store.documents. Variable: `has_text`, whether text is stored. An
-- invalid row gets a null key, which the table rejects.
with
records as (
    select unnest(string_split(content, '</DOC>' || chr(10))[:-2]) as record,
    from read_text(getvariable('files'))
),

fields as (
    select
        regexp_extract(record, '^<DOC>\s*<DOCNO>\s*(\S+)\s*</DOCNO>\s*<TEXT>\n', 1) as docid,
        strpos(record, '<TEXT>' || chr(10)) + 7 as text_start,
        record,
    from records
),

texts as (
    select
        docid,
        regexp_replace(record[text_start:], '\n?</TEXT>\n$', '') as text,
        ends_with(record, '</TEXT>' || chr(10)) as has_end,
    from fields
),

split as (
    select
        docid,
        has_end,
        split_part(text, chr(10), 1) as url,
        split_part(text, chr(10), 2) as title,
        text[length(split_part(text, chr(10), 1)) + length(split_part(text, chr(10), 2)) + 3:] as body,
    from texts
)

select
    'D' as stem,
    case when has_end and starts_with(docid, 'D') then corpus.number(docid[2:]) end as key,
    url,
    strlen(body)::integer as num_bytes,
    length(body)::integer as num_chars,
    case when getvariable('has_text') then title end as title,
    null::varchar as headings,
    case when getvariable('has_text') then body end as body,
from split
