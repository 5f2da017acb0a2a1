select
    null::integer as file_id,
    null::bigint as line,
    dltrack.corpus.official_id(passages.stem, passages.key) || ' has no document in the mapping' as detail,
from staging.passages as passages
where passages.document_key is null and exists (select 1 from staging.mapping)
