-- A checksum of the rows in the tables for every query set, qrels variant and run: the same rows give the same sum, in any order.
--
-- source: main.queries, main.qrels, main.rankings; DuckDB's hash function
-- grain: part, collection, name
-- columns:
--   part: 'queries', 'qrels' or 'runs'
--   collection: judged task; null for topics
--   name: query set, qrels variant or run
--   num_rows: rows in the table
--   checksum: sum of the rows' hashes, as text
-- caveats: ranks are not in it, for they follow from the rest (catalog.broken_rules checks them); DuckDB may change its hash function from version to version, so sums are compared only under the version that made them
-- example: from catalog.checksums where name = 'p_bm25'
create or replace view catalog.checksums as
select
    'queries' as part,
    null::varchar as collection,
    query_set as name,
    count(*) as num_rows,
    sum(hash(query_id, text)::hugeint)::varchar as checksum,
from main.queries
group by query_set
union all
select
    'qrels' as part,
    collection,
    variant as name,
    count(*) as num_rows,
    sum(hash(query_id, doc_id, relevance, iteration)::hugeint)::varchar as checksum,
from main.qrels
group by collection, variant
union all
select
    'runs' as part,
    collection,
    run_id as name,
    count(*) as num_rows,
    sum(hash(query_id, doc_id, submitted_rank, score)::hugeint)::varchar as checksum,
from main.rankings
group by collection, run_id;
