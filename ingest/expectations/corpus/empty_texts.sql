select
    null::integer as file_id,
    null::bigint as line,
    passages.stem || passages.key % 10000000000 || ' is empty' as detail,
from staging.passages as passages
where passages.num_chars = 0
