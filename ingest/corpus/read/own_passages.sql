-- Passages of users, from the view own_records (own_json.sql, own_tsv.sql), with their documents from the table mapping. A
-- title is put before the text, as in BEIR. Variable: `has_text`, whether text is stored. An invalid row gets a null key,
-- which the table rejects.
with
records as (
    select
        id,
        case when title <> '' then title || ' ' || text else text end as text,
    from temp.own_records
)

select
    corpus.stem(records.id) as stem,
    case when own_id_fits(records.id) then corpus.key(records.id) end as key,
    strlen(records.text)::integer as num_bytes,
    length(records.text)::integer as num_chars,
    case when getvariable('has_text') then records.text end as text,
    corpus.stem(mapping.document_id) as document_stem,
    case when mapping.document_id is not null then corpus.key(mapping.document_id) end as document_key,
    null::varchar as spans,
from records
left join temp.mapping as mapping
    on records.id = mapping.passage_id
