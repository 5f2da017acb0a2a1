-- The best run of each category and overall, by the mean of a measure over topics. Each row also names the run, if any, with
-- a better official mean but no scores per topic.
--
-- source: metrics.query_scores; metrics.stand_in_means
-- grain: collection, category
-- columns:
--   category: null for the best run of all categories
--   run_id: run with the best mean among the submitted runs that the overview lists; the first by name if tied
--   value: mean of the run, to twelve decimals
--   missing_run_id: best run with a better official mean, but without a ranking or scores per topic in this database; null if
--     there is no such run
--   missing_value: official mean of missing_run_id
-- needs: runs
-- example: from systems.best_runs('ndcg_cut_10') order by collection, category nulls first
create or replace macro systems.best_runs(measure) as table
with sign as (
    -- factor that makes higher values better
    select coalesce(min(directions.direction), 1) as direction,
    from metrics.directions as directions
    where directions.name = metrics.base_name(measure)
),

listed_runs as (
    select
        runs.collection,
        runs.run_id,
        runs.category,
    from main.runs as runs
    where runs.is_submission and runs.in_overview is distinct from false
),

means as (
    select
        scores.collection,
        listed_runs.category,
        scores.run_id,
        -- beyond twelve decimals, two means differ only by the order of summation
        round(avg(scores.value), 12) * any_value(sign.direction) as merit,
    from metrics.query_scores as scores
    cross join sign
    inner join listed_runs
        on scores.collection = listed_runs.collection and scores.run_id = listed_runs.run_id
    where scores.measure = measure and catalog.has_measures([measure])
    group by scores.collection, listed_runs.category, scores.run_id
),

best as (
    select
        means.collection,
        means.category,
        grouping(means.category) as is_of_all,
        first(means.run_id order by means.merit desc, means.run_id asc) as run_id,
        max(means.merit) as merit,
    from means
    group by grouping sets ((means.collection, means.category), (means.collection))
    having is_of_all = 1 or means.category is not null
),

official as (
    select
        stand_in.collection,
        listed_runs.category,
        stand_in.run_id,
        stand_in.value * sign.direction as merit,
    from metrics.stand_in_means as stand_in
    cross join sign
    inner join listed_runs
        on stand_in.collection = listed_runs.collection and stand_in.run_id = listed_runs.run_id
    anti join means
        on stand_in.collection = means.collection and stand_in.run_id = means.run_id
    where stand_in.measure = measure
)

select
    best.collection,
    best.category,
    best.run_id,
    best.merit * sign.direction as value,
    first(official.run_id order by official.merit desc, official.run_id asc) as missing_run_id,
    max(official.merit) * sign.direction as missing_value,
from best
cross join sign
left join official
    on
        best.collection = official.collection
        and (best.is_of_all = 1 or best.category = official.category)
        -- official means have four decimals
        and official.merit > round(best.merit, 4)
group by best.collection, best.category, best.run_id, best.merit, sign.direction;
