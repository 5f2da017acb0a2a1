-- Byte offsets of the distinct passages in a bundle, as little-endian numbers of four bytes, in the chunk files of variable
-- `files`. Fills store.distinct_passages. Variables: `stem`, the common prefix of ids in the bundle; `key_base`, the number of
-- the bundle * 10^10.
with
numbers as (
    select
        filename,
        content,
        unnest(range(octet_length(content) // 4)) as number,
    from read_blob(getvariable('files'))
),

digits as (
    select
        filename,
        number,
        hex(content[number * 4 + 1:number * 4 + 4]) as digits,
    from numbers
)

select
    getvariable('stem') as stem,
    getvariable('key_base')
    + ('0x' || digits[7:8] || digits[5:6] || digits[3:4] || digits[1:2])::bigint as key,
from digits
order by filename, number
