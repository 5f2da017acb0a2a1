-- Migration from table schema 2 (dltrack 0.1) to 3: tie rules get descriptive names, and loads get checksums that do not
-- depend on the release of DuckDB. The views memory.v2_*.* read the old tables; the views memory.v3_*.* return the rows of the
-- new tables.

create view memory.v3_main.collections as
select
    collections.* replace (
        case collections.tie_rule
            when 'trec_eval9' then 'float'
            when 'trec_eval10' then 'double'
            else collections.tie_rule
        end as tie_rule
    ),
from memory.v2_main.collections as collections;

-- dltrack 0.1 had no table of notes on topics.
create view memory.v3_main.query_attributes as
select
    null::varchar as query_set,
    null::varchar as query_id,
    null::varchar as source,
    null::varchar as key,
    null::varchar as value,
where false;

-- The old checksums are sums of DuckDB's hash, which only the same version of DuckDB can compute. The column checksum is
-- 'sound' if the old checksum is correct, 'damaged' if it is wrong, and null if another version of DuckDB computed it.
create view memory.v3_main.loads as
with
summed as (
    select
        'queries' as part,
        null::varchar as collection,
        queries.query_set as name,
        sum(hash(queries.query_id, queries.text)::hugeint)::varchar as checksum,
    from memory.v2_main.queries as queries
    group by queries.query_set
    union all
    select
        'qrels' as part,
        qrels.collection,
        qrels.variant as name,
        sum(hash(qrels.query_id, qrels.doc_id, qrels.relevance, qrels.iteration)::hugeint)::varchar as checksum,
    from memory.v2_main.qrels as qrels
    group by qrels.collection, qrels.variant
    union all
    select
        'runs' as part,
        run_topics.collection,
        run_topics.run_id as name,
        sum(
            hash(run_topics.query_id, rankings.doc_id, rankings.submitted_rank, rankings.score)::hugeint
        )::varchar as checksum,
    from memory.v2_store.rankings as rankings
    inner join memory.v2_main.run_topics as run_topics on run_topics.answer_id = rankings.answer_id
    group by run_topics.collection, run_topics.run_id
)

select
    loads.* replace (
        case
            when loads.checksum is null or loads.duckdb_version <> ltrim(version(), 'v') then null
            when loads.checksum = summed.checksum then 'sound'
            else 'damaged'
        end as checksum
    ),
from memory.v2_main.loads as loads
left join summed
    on summed.part = loads.part
    and summed.collection is not distinct from loads.collection
    and summed.name = loads.name
order by loads.load_id;
