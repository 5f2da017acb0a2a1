-- If ids are ascending from row to row, they are unique; this check needs no index and no sorting. lag() must read the table
-- directly, because a join could change the order of rows.
with
passages as (
    select
        load_no,
        stem,
        key,
        lag(load_no) over () as previous_load_no,
        lag(key) over () as previous_key,
    from dltrack.store.passages
),

documents as (
    select
        load_no,
        stem,
        key,
        lag(load_no) over () as previous_load_no,
        lag(key) over () as previous_key,
    from dltrack.store.documents
),

distinct_passages as (
    select
        load_no,
        stem,
        key,
        lag(load_no) over () as previous_load_no,
        lag(key) over () as previous_key,
    from dltrack.store.distinct_passages
),

falling as (
    select load_no, stem, key from passages where load_no = previous_load_no and key <= previous_key
    union all
    select load_no, stem, key from documents where load_no = previous_load_no and key <= previous_key
    union all
    select load_no, stem, key from distinct_passages where load_no = previous_load_no and key <= previous_key
)

select
    null::integer as file_id,
    null::bigint as line,
    dltrack.corpus.official_id(falling.stem, falling.key) || ' does not come after the id before it' as detail,
from falling
inner join staging.corpus as corpus on falling.load_no = corpus.load_no
where corpus.ids_rise and not corpus.is_subset
