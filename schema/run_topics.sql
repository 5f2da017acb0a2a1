-- Topics of each run: one row per run and topic, with the number of retrieved items and the id of the stored ranking.
--
-- source: the run files
-- grain: collection, run_id, query_id
-- parents: runs
-- columns:
--   query_id: topic number as text
--   num_ret: number of retrieved items, excluded items not included (metrics.exclusions)
--   answer_id: number of the pair of run and topic, unique in the database; key of rankings and judged_rankings
create table if not exists main.run_topics (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    num_ret integer not null,
    answer_id integer not null
);
