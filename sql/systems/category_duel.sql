-- Topic by topic, the best run of one category against the best run of another.
--
-- source: TREC 2019 overview, figures 2 and 3; TREC 2021 overview, figures 3 and 4
-- grain: collection, query_id
-- params:
--   category_a: first category, e.g. 'nnlm'
--   category_b: second category, e.g. 'trad'
--   measure: trec_eval's name of the measure, by whose mean the best runs are chosen
-- columns:
--   position: place of the topic by mean_difference, 1 for the largest
--   run_id_a: best run of the first category among those the overview lists; of equal ones the first by name
--   run_id_b: best run of the second category
--   missing_run_id_a: run of the first category with a higher official mean than run_id_a, the highest, of which neither
--     ranking nor scores per topic are here; null when there is none
--   missing_run_id_b: the same of the second category and run_id_b
--   value_a: value of run_id_a on this topic
--   value_b: value of run_id_b on this topic
--   mean_difference: mean over all runs of the first category minus mean over all of the second, on this topic
--   outcome: 'win', 'tie' or 'loss' of run_id_a
-- needs: runs
-- example:
--   from systems.category_duel('nn', 'trad', 'map') order by collection, position;
create or replace macro systems.category_duel(category_a, category_b, measure) as table
with
listed_runs as (
    select
        collection,
        run_id,
        category,
    from main.runs
    where
        is_submission
        and in_overview is distinct from false
        and category in (category_a, category_b)
),

scores as (
    select
        query_scores.collection,
        listed_runs.category,
        query_scores.run_id,
        query_scores.query_id,
        query_scores.value,
    from metrics.query_scores
    inner join listed_runs
        on query_scores.collection = listed_runs.collection and query_scores.run_id = listed_runs.run_id
    where query_scores.measure = measure
),

run_means as (
    select
        collection,
        category,
        run_id,
        -- beyond twelve decimals two means differ only by the order of summation
        round(avg(value), 12) as value,
    from scores
    group by collection, category, run_id
),

best_runs as (
    select
        collection,
        first(run_id order by round(value, 12) desc, run_id) filter (where category = category_a) as run_id_a,
        first(run_id order by round(value, 12) desc, run_id) filter (where category = category_b) as run_id_b,
    from run_means
    group by collection
),

official as (
    select
        means.collection,
        listed_runs.category,
        means.run_id,
        means.value,
    from metrics.stand_in_means as means
    inner join listed_runs
        on means.collection = listed_runs.collection and means.run_id = listed_runs.run_id
    anti join run_means
        on means.collection = run_means.collection and means.run_id = run_means.run_id
    where means.measure = measure
),

missing as (
    select
        best_runs.collection,
        first(official.run_id order by official.value desc, official.run_id asc) filter (where official.category = category_a)
            as run_id_a,
        first(official.run_id order by official.value desc, official.run_id asc) filter (where official.category = category_b)
            as run_id_b,
    from best_runs
    inner join run_means
        on
            best_runs.collection = run_means.collection
            and run_means.run_id in (best_runs.run_id_a, best_runs.run_id_b)
    inner join official
        on
            run_means.collection = official.collection
            and run_means.category = official.category
            -- official means have four decimals
            and official.value > round(run_means.value, 4)
    group by best_runs.collection
),

topics as (
    select
        scores.collection,
        scores.query_id,
        best_runs.run_id_a,
        best_runs.run_id_b,
        max(scores.value) filter (where scores.run_id = best_runs.run_id_a) as value_a,
        max(scores.value) filter (where scores.run_id = best_runs.run_id_b) as value_b,
        avg(scores.value) filter (where scores.category = category_a)
        - avg(scores.value) filter (where scores.category = category_b) as mean_difference,
    from scores
    inner join best_runs
        on scores.collection = best_runs.collection
    where best_runs.run_id_a is not null and best_runs.run_id_b is not null
    group by scores.collection, scores.query_id, best_runs.run_id_a, best_runs.run_id_b
)

select
    topics.collection,
    topics.query_id,
    row_number() over (
        partition by topics.collection order by round(topics.mean_difference, 12) desc, topics.query_id
    ) as position,
    topics.run_id_a,
    topics.run_id_b,
    missing.run_id_a as missing_run_id_a,
    missing.run_id_b as missing_run_id_b,
    topics.value_a,
    topics.value_b,
    topics.mean_difference,
    case when topics.value_a > topics.value_b then 'win' when topics.value_a < topics.value_b then 'loss' else 'tie' end as outcome,
from topics
left join missing on topics.collection = missing.collection;
