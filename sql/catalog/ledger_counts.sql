-- The ledger compared with the tables: rows that each load wrote and their checksum, and what is there now.
--
-- source: main.loads (ledger) against catalog.checksums and main.runs
-- grain: part, collection, name
-- columns:
--   part: as in main.loads
--   collection: judged task; null for topics and corpora
--   name: query set, qrels variant, run or corpus
--   rows_in_ledger: rows the ledger says were loaded; null when it knows of none
--   rows_in_table: rows in the table
--   checksum_in_ledger: checksum of the rows when they were loaded; null when it was not kept, see catalog.unchecked_loads
--   checksum_in_table: checksum of the rows now
--   md5_in_ledger: md5 of the bytes that were read, as the ledger says
--   md5_in_table: the same as main.runs says; null for other parts
--   is_sound: whether table and ledger agree
-- cost: 1 s of processor time with the 63 passage runs of TREC 2021, as every row is digested
-- example: from catalog.ledger_counts where not is_sound
create or replace view catalog.ledger_counts as
with
ledger as (
    select
        part,
        coalesce(collection, '') as collection,
        name,
        sum(measured_rows)::bigint as rows_in_ledger,
        max(md5) as md5_in_ledger,
        max(checksum) as checksum_in_ledger,
    from main.loads
    where part not in ('mapping', 'metadata', 'published') -- which have no checksums
    group by part, coalesce(collection, ''), name
),

counted as (
    select
        part,
        coalesce(collection, '') as collection,
        name,
        num_rows as rows_in_table,
        checksum as checksum_in_table,
    from catalog.checksums
),

described as (
    select
        'runs' as part,
        collection,
        run_id as name,
        source_md5 as md5_in_table,
    from main.runs
    where source_file is not null
),

named as (
    select part, collection, name from ledger
    union
    select part, collection, name from counted
    union
    select part, collection, name from described
)

select
    named.part,
    nullif(named.collection, '') as collection,
    named.name,
    ledger.rows_in_ledger,
    coalesce(counted.rows_in_table, 0) as rows_in_table,
    ledger.checksum_in_ledger,
    counted.checksum_in_table,
    ledger.md5_in_ledger,
    described.md5_in_table,
    coalesce(ledger.rows_in_ledger, -1) = coalesce(counted.rows_in_table, 0)
    and coalesce(ledger.checksum_in_ledger = counted.checksum_in_table, ledger.checksum_in_ledger is null)
    and (named.part <> 'runs' or coalesce(ledger.md5_in_ledger = described.md5_in_table, false)) as is_sound,
from named
left join ledger on ledger.part = named.part and ledger.collection = named.collection and ledger.name = named.name
left join counted on counted.part = named.part and counted.collection = named.collection and counted.name = named.name
left join described
    on described.part = named.part and described.collection = named.collection and described.name = named.name
order by named.part, named.collection, named.name;
