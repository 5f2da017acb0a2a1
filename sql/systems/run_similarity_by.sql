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
with vectors as (
    select
        scored.collection,
        scored.run_id,
        scored.topic_values,
        len(scored.topic_values) as num_queries,
        -- of each run, not of each pair
        list_transform(scored.topic_values, lambda x: x - scored.mean_value) as deviations,
        -- a constant run has none, not the squares of what rounding its mean leaves
        case
            when list_min(scored.topic_values) < list_max(scored.topic_values)
                then list_inner_product(deviations, deviations)
        end as variation,
    from (
        select
            query_scores.collection,
            query_scores.run_id,
            list(query_scores.value order by query_scores.query_id) as topic_values,
            list_avg(topic_values) as mean_value,
        from metrics.query_scores as query_scores
        where query_scores.measure = measure
        group by query_scores.collection, query_scores.run_id
    ) as scored
)

select
    runs_a.collection,
    runs_a.run_id,
    runs_b.run_id as other_run_id,
    runs_a.num_queries,
    list_distance(runs_a.topic_values, runs_b.topic_values) as distance,
    list_inner_product(runs_a.deviations, runs_b.deviations)
    / sqrt(runs_a.variation * runs_b.variation) as correlation,
from vectors as runs_a
inner join vectors as runs_b
    on runs_a.collection = runs_b.collection and runs_a.run_id <> runs_b.run_id;
