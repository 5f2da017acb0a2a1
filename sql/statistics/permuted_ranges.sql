-- The largest minus the smallest mean of all runs when, topic by topic, the values are dealt to the runs at random.
--
-- source: B. Carterette, "Multiple testing in statistical analysis of systems-based information retrieval experiments",
--     ACM TOIS 30 (2012), section 3.3
-- grain: collection, measure, trial
-- params:
--   trials: number of deals
-- columns:
--   trial: number of the deal, from 0
--   range: largest minus smallest mean
-- needs: runs
-- example: from statistics.permuted_ranges(['ndcg_cut_10'], trials := 10) where collection = 'trec2021-passages'
create or replace macro statistics.permuted_ranges(measures, trials := 1000, seed := 1) as table
with placed as (
    select
        field_values.collection,
        field_values.measure,
        field_values.run_id,
        field_values.query_id,
        field_values.value,
    from statistics.field_values(measures) as field_values
),

shuffled as (
    select
        placed.collection,
        placed.measure,
        trials.trial,
        placed.value,
        row_number() over (
            partition by placed.collection, placed.measure, placed.query_id, trials.trial
            order by
                statistics.draw_key(seed, trials.trial || ':' || placed.query_id || ':' || placed.run_id),
                placed.run_id
        ) as dealt_to,
    from placed
    cross join (select unnest(range(0, trials)) as trial) as trials
),

means as (
    select
        shuffled.collection,
        shuffled.measure,
        shuffled.trial,
        shuffled.dealt_to,
        statistics.exact_mean(shuffled.value) as mean,
    from shuffled
    group by shuffled.collection, shuffled.measure, shuffled.trial, shuffled.dealt_to
)

select
    means.collection,
    means.measure,
    means.trial,
    max(means.mean) - min(means.mean) as range,
from means
group by means.collection, means.measure, means.trial;
