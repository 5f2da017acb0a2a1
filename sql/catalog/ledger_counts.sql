-- Whether the rows of each load are still in the tables: compares numbers of rows and checksums in the ledger with the tables.
--
-- source: main.loads (ledger) compared with catalog.checksums and main.runs
-- grain: part, collection, name
-- columns:
--   part: kind of data, as in main.loads
--   collection: judged task; null for topics and corpora
--   name: query set, qrels variant, run or corpus
--   rows_in_ledger: number of rows loaded according to the ledger; null if the ledger has no such load
--   rows_in_table: number of rows in the table
--   checksum_in_ledger: checksum of the rows at load time; null if none was stored, see catalog.unchecked_loads
--   checksum_in_table: checksum of the current rows
--   md5_in_ledger: md5 of the file, according to the ledger
--   md5_in_table: md5 of the file, according to main.runs; null for other parts
--   is_sound: whether the table and the ledger agree
-- cost: 1 s of processor time with the 63 passage runs of TREC 2021, because every row is digested
-- example: from catalog.ledger_counts where not is_sound
create or replace view catalog.ledger_counts as
with named as (
    select
        part,
        collection,
        name,
        true as is_ledger,
        false as is_described,
        measured_rows as num_rows,
        checksum,
        md5,
    from main.loads
    where part not in ('mapping', 'metadata', 'published') -- parts without checksums
    union all
    select
        part,
        collection,
        name,
        false as is_ledger,
        false as is_described,
        num_rows,
        checksum,
        null as md5,
    from catalog.checksums
    union all
    select
        'runs' as part,
        collection,
        run_id as name,
        false as is_ledger,
        true as is_described,
        null as num_rows,
        null as checksum,
        source_md5 as md5,
    from main.runs
    where source_file is not null
),

-- one grouping instead of joins, so that a query about one collection reads only that collection
compared as (
    select
        part,
        collection,
        name,
        sum(num_rows) filter (where is_ledger)::bigint as rows_in_ledger,
        coalesce(sum(num_rows) filter (where not is_ledger), 0)::bigint as rows_in_table,
        max(checksum) filter (where is_ledger) as checksum_in_ledger,
        max(checksum) filter (where not is_ledger) as checksum_in_table,
        max(md5) filter (where is_ledger) as md5_in_ledger,
        max(md5) filter (where is_described) as md5_in_table,
    from named
    group by part, collection, name
)

select
    part,
    collection,
    name,
    rows_in_ledger,
    rows_in_table,
    checksum_in_ledger,
    checksum_in_table,
    md5_in_ledger,
    md5_in_table,
    coalesce(rows_in_ledger, -1) = rows_in_table
    and coalesce(checksum_in_ledger = checksum_in_table, checksum_in_ledger is null)
    and (part <> 'runs' or coalesce(md5_in_ledger = md5_in_table, false)) as is_sound,
from compared
order by part, collection, name;
