select
    null::integer as file_id,
    null::bigint as line,
    dltrack.corpus.official_id(passages.stem, passages.key) || ' has spans ''' || passages.spans || '''' as detail,
from staging.passages as passages
where passages.spans is not null and not regexp_full_match(passages.spans, '\(\d+,\d+\)(,\(\d+,\d+\))*')
