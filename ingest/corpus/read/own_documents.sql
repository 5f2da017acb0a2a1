-- Documents of users, from the view own_records (own_json.sql, own_tsv.sql). Fills store.documents. Variable: `has_text`,
-- whether text is stored. An invalid row gets a null key, which the table rejects.
select
    corpus.stem(id) as stem,
    case when own_id_fits(id) then corpus.key(id) end as key,
    url,
    strlen(text)::integer as num_bytes,
    length(text)::integer as num_chars,
    case when getvariable('has_text') then title end as title,
    case when getvariable('has_text') then headings end as headings,
    case when getvariable('has_text') then text end as body,
from temp.own_records
