select
    null::integer as file_id,
    null::bigint as line,
    passages.stem || passages.key % 10000000000 || ' has spans «' || passages.spans || '»' as detail,
from staging.passages as passages
where passages.spans is not null and not regexp_full_match(passages.spans, '\(\d+,\d+\)(,\(\d+,\d+\))*')
