-- How similarly two runs score topic by topic, for every pair of loaded runs and any measure.
--
-- source: TREC 2019 overview, section 5 and figure 4 (runs as vectors of per-topic nDCG@10), for any measure
-- grain: collection, run_id, other_run_id
-- columns:
--   other_run_id: another run of the same collection; both orders of a pair are listed
--   num_queries: topics with a value of both runs
--   distance: Euclidean distance between the two vectors of values on these topics
--   correlation: Pearson's correlation of the two vectors; null if a vector is constant
-- needs: runs
-- example:
--   from systems.run_similarity_by('map') where run_id = 'p_bm25' order by distance;
create or replace macro systems.run_similarity_by(measure) as table
with scored as (
    select
        query_scores.collection,
        query_scores.run_id,
        query_scores.query_id,
        query_scores.value,
    from metrics.query_scores as query_scores
    where query_scores.measure = measure and catalog.has_measures([measure])
),

vectors as (
    select
        by_run.collection,
        by_run.run_id,
        by_run.query_ids,
        by_run.topic_values,
        by_run.num_queries,
        -- computed once per run, not once per pair
        list_transform(by_run.topic_values, lambda x: x - by_run.mean_value) as deviations,
        -- exactly null for a constant run: rounding its mean would leave tiny squares
        case
            when list_min(by_run.topic_values) < list_max(by_run.topic_values)
                then list_inner_product(deviations, deviations)
        end as variation,
    from (
        select
            scored.collection,
            scored.run_id,
            list(scored.query_id order by scored.query_id) as query_ids,
            list(scored.value order by scored.query_id) as topic_values,
            list_avg(topic_values) as mean_value,
            len(topic_values) as num_queries,
        from scored
        group by scored.collection, scored.run_id
    ) as by_run
),

-- pairs of runs with the same topics are compared as lists, all other pairs topic by topic
alike as (
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
        on
            runs_a.collection = runs_b.collection
            and runs_a.run_id <> runs_b.run_id
            and runs_a.query_ids = runs_b.query_ids
),

others as (
    select
        runs_a.collection,
        runs_a.run_id,
        runs_b.run_id as other_run_id,
        count(*) as num_queries,
        sqrt(sum((values_a.value - values_b.value) ** 2)) as distance,
        case
            when
                min(values_a.value) < max(values_a.value) and min(values_b.value) < max(values_b.value)
                then corr(values_a.value, values_b.value)
        end as correlation,
    from vectors as runs_a
    inner join vectors as runs_b
        on
            runs_a.collection = runs_b.collection
            and runs_a.run_id <> runs_b.run_id
            and runs_a.query_ids <> runs_b.query_ids
    inner join scored as values_a
        on runs_a.collection = values_a.collection and runs_a.run_id = values_a.run_id
    inner join scored as values_b
        on
            runs_b.collection = values_b.collection
            and runs_b.run_id = values_b.run_id
            and values_a.query_id = values_b.query_id
    group by runs_a.collection, runs_a.run_id, runs_b.run_id
)

select
    alike.collection,
    alike.run_id,
    alike.other_run_id,
    alike.num_queries,
    alike.distance,
    alike.correlation,
from alike
union all
select
    others.collection,
    others.run_id,
    others.other_run_id,
    others.num_queries,
    others.distance,
    others.correlation,
from others;
