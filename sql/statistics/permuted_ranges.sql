-- The largest minus the smallest mean of all runs after random permutation of the values of each topic among the runs.
--
-- source: B. Carterette, "Multiple testing in statistical analysis of systems-based information retrieval experiments",
--     ACM TOIS 30 (2012), section 3.3
-- grain: collection, measure, trial
-- params:
--   trials: number of permutations
-- columns:
--   trial: number of the permutation, from 0
--   range: largest minus smallest mean
-- needs: runs
-- example: from statistics.permuted_ranges(['ndcg_cut_10'], trials := 10) where collection = 'trec2021-passages'
create or replace macro statistics.permuted_ranges(measures, trials := 1000, seed := 1) as table
with topics as (
    select
        field_values.collection,
        field_values.measure,
        field_values.query_id,
        list(field_values.run_id order by field_values.run_id) as runs,
        list(field_values.value order by field_values.run_id) as run_values,
    from statistics.field_values(measures) as field_values
    group by field_values.collection, field_values.measure, field_values.query_id
),

draws as (
    select
        topics.collection,
        topics.measure,
        trials.trial,
        seed || ':' || trials.trial || ':' || topics.query_id as draw_seed,
        topics.runs,
        topics.run_values,
    from topics
    cross join (select unnest(range(0, trials)) as trial) as trials
),

-- sorting one list per permutation takes half the time of a window; runs with the same key keep their order
deals as (
    select
        draws.collection,
        draws.measure,
        draws.trial,
        list_sort(list_zip(
            [statistics.draw_key(draws.draw_seed, run_id) for run_id in draws.runs],
            range(1, len(draws.runs) + 1),
            draws.run_values
        )) as dealt, -- noqa: PRS
    from draws
),

shuffled as (
    select
        deals.collection,
        deals.measure,
        deals.trial,
        unnest([place[3] for place in deals.dealt]) as value,
        generate_subscripts(deals.dealt, 1) as dealt_to,
    from deals
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
