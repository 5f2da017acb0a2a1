-- Documents of users, from the view own_records (own_json.sql, own_tsv.sql). Fills store.documents.
-- Variable `has_text`: whether text is kept. A row that must not be loaded gets no key, which the table refuses.
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
