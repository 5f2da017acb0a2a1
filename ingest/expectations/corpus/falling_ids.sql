-- Ids that rise from row to row are unique: no index and no sorting needed.
with
numbered as (
    select
        stem,
        key,
        lag(key) over () as previous_key,
    from staging.items
)

select
    null::integer as file_id,
    null::bigint as line,
    numbered.stem || numbered.key % 10000000000 || ' does not come after the id before it' as detail,
from numbered
cross join staging.corpus as corpus
where corpus.ids_rise and not corpus.is_subset and numbered.key <= numbered.previous_key
