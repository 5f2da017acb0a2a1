-- Topics of each run, with the number of retrieved items; the key of the stored rankings.
--
-- source: the run files
-- grain: collection, run_id, query_id
-- parents: runs
-- columns:
--   query_id: topic number as text
--   num_ret: number of retrieved items without excluded ones (metrics.exclusions)
--   answer_id: number of the pair of run and topic, unique in the database: the key of rankings and judged_rankings
create table if not exists main.run_topics (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    num_ret integer not null,
    answer_id integer not null
);
