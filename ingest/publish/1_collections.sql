-- The collections of the load, and the yardstick of what a complete copy holds.
insert or replace into main.collections
select
    collection,
    edition,
    year,
    task,
    title,
    corpus,
    query_set,
    qrels_variant,
    min_relevance,
    run_depth,
    overview_depth,
    ncg_depth,
    tie_rule,
    expected_runs,
from memory.staging.collections;

delete from main.collection_parts where edition in (select edition from memory.staging.collection_parts);

insert into main.collection_parts by name
from memory.staging.collection_parts;
