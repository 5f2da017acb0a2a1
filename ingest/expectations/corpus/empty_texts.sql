select
    null::integer as file_id,
    null::bigint as line,
    dltrack.corpus.official_id(passages.stem, passages.key) || ' is empty' as detail,
from staging.passages as passages
where passages.num_chars = 0
