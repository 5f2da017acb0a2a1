-- The best run of one category against the best run of another, topic by topic.
--
-- source: TREC 2019 overview, figures 2 and 3; TREC 2021 overview, figures 3 and 4
-- grain: collection, query_id
-- params:
--   category_a: first category, e.g. 'nnlm'
--   category_b: second category, e.g. 'trad'
--   measure: trec_eval's name of the measure; its mean decides which runs are best
-- columns:
--   position: position of the topic by mean_difference, 1 for the largest lead of the first category
--   run_id_a: best run of the first category among the runs that the overview lists; the first by name if tied
--   run_id_b: best run of the second category
--   missing_run_id_a: best run of the first category with a better official mean than run_id_a but no ranking or scores per
--     topic in this database, or null
--   missing_run_id_b: the same for the second category and run_id_b
--   value_a: value of run_id_a on this topic
--   value_b: value of run_id_b on this topic
--   mean_difference: mean over all runs of the first category minus mean over all runs of the second, on this topic
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
        query_scores.decimals,
    from metrics.query_scores
    inner join listed_runs
        on query_scores.collection = listed_runs.collection and query_scores.run_id = listed_runs.run_id
    where query_scores.measure = measure and catalog.has_measures([measure])
),

best_runs as (
    select
        best.collection,
        max(best.run_id) filter (where best.category = category_a) as run_id_a,
        max(best.run_id) filter (where best.category = category_b) as run_id_b,
        max(best.missing_run_id) filter (where best.category = category_a) as missing_run_id_a,
        max(best.missing_run_id) filter (where best.category = category_b) as missing_run_id_b,
    from systems.best_runs(measure) as best
    group by best.collection
),

topics as (
    select
        scores.collection,
        scores.query_id,
        best_runs.run_id_a,
        best_runs.run_id_b,
        best_runs.missing_run_id_a,
        best_runs.missing_run_id_b,
        max(scores.value) filter (where scores.run_id = best_runs.run_id_a) as value_a,
        max(scores.value) filter (where scores.run_id = best_runs.run_id_b) as value_b,
        min(scores.decimals) filter (where scores.run_id in (best_runs.run_id_a, best_runs.run_id_b)) as decimals,
        avg(scores.value) filter (where scores.category = category_a)
        - avg(scores.value) filter (where scores.category = category_b) as mean_difference,
    from scores
    inner join best_runs
        on scores.collection = best_runs.collection
    where best_runs.run_id_a is not null and best_runs.run_id_b is not null
    group by all
)

select
    topics.collection,
    topics.query_id,
    row_number() over (
        partition by topics.collection
        order by sign.direction * round(topics.mean_difference, 12) desc, topics.query_id asc
    ) as position,
    topics.run_id_a,
    topics.run_id_b,
    topics.missing_run_id_a,
    topics.missing_run_id_b,
    topics.value_a,
    topics.value_b,
    topics.mean_difference,
    case sign(statistics.difference(topics.value_a, topics.value_b, decimals := topics.decimals)) * sign.direction
        when 1 then 'win'
        when -1 then 'loss'
        when 0 then 'tie'
    end as outcome,
from topics
cross join (
    -- factor that makes higher values better
    select coalesce(min(directions.direction), 1) as direction,
    from metrics.directions as directions
    where directions.name = metrics.base_name(measure)
) as sign;
