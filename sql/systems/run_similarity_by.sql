-- How alike two runs score topic by topic, for every pair of loaded runs.
--
-- source: TREC 2019 overview, section 5 and figure 4 (runs as vectors of per-topic nDCG@10), for any measure
-- grain: collection, run_id, other_run_id
-- columns:
--   other_run_id: another run of the same collection; both orders of a pair are listed
--   num_queries: judged topics
--   distance: Euclidean distance between the two vectors of per-topic values
--   correlation: Pearson's correlation of the two vectors; null when one is constant
-- needs: runs
-- example:
--   from systems.run_similarity_by('map') where run_id = 'p_bm25' order by distance;
create or replace macro systems.run_similarity_by(measure) as table
with
vectors as (
    select
        collection,
        run_id,
        list(value order by query_id) as topic_values,
    from metrics.query_scores as query_scores
    where query_scores.measure = measure
    group by collection, run_id
),

differences as (
    select
        runs_a.collection,
        runs_a.run_id,
        runs_b.run_id as other_run_id,
        len(runs_a.topic_values) as num_queries,
        list_distance(runs_a.topic_values, runs_b.topic_values) as distance,
        list_transform(runs_a.topic_values, lambda x: x - list_avg(runs_a.topic_values)) as deviations_a,
        list_transform(runs_b.topic_values, lambda x: x - list_avg(runs_b.topic_values)) as deviations_b,
    from vectors as runs_a
    inner join vectors as runs_b
        on runs_a.collection = runs_b.collection and runs_a.run_id <> runs_b.run_id
)

select
    collection,
    run_id,
    other_run_id,
    num_queries,
    distance,
    list_inner_product(deviations_a, deviations_b)
    / nullif(
        sqrt(list_inner_product(deviations_a, deviations_a) * list_inner_product(deviations_b, deviations_b)), 0
    ) as correlation,
from differences;
