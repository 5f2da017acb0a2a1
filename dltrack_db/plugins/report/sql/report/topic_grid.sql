-- One row for each topic, easiest first, with the scores of all tested runs, best first: data for the figure topic-grid.
--
-- source: statistics.field_values, systems.field_by
-- grain: collection, query_id
-- params:
--   measure: trec_eval's name of the measure, as in metrics.run_scores
-- columns:
--   measure
--   query_id
--   topic: id and text of the topic, see report.topic_names
--   position: 1 for the topic with the highest mean; equal means in order of query_id
--   mean: mean over the runs
--   scores: list of the runs' scores to three decimals, in the order of run_ids
--   run_ids: list of the tested runs, best first; only in the row of the first topic, null in all other rows
-- needs: scored runs
-- example: select query_id, mean from report.topic_grid('ndcg_cut_10') where collection = 'trec2021-passages' limit 5
create or replace macro report.topic_grid(measure) as table
with scores as (
    select
        field_values.collection,
        field_values.measure,
        field_values.query_id,
        field_values.run_id,
        field_values.value,
        field.merit,
        coalesce(field.direction, 1) as direction,
    from statistics.field_values([measure]) as field_values
    inner join systems.field_by([measure]) as field
        on
            field_values.collection = field.collection
            and field_values.measure = field.measure
            and field_values.run_id = field.run_id
),

topics as (
    select
        scores.collection,
        scores.measure,
        scores.query_id,
        statistics.exact_mean(scores.value) as mean,
        any_value(scores.direction) as direction,
        list(round(scores.value, 3) order by scores.merit desc nulls last, scores.run_id asc) as scores,
        list(scores.run_id order by scores.merit desc nulls last, scores.run_id asc) as run_ids,
    from scores
    group by scores.collection, scores.measure, scores.query_id
),

ordered as (
    select
        topics.*,
        row_number() over (
            partition by topics.collection
            order by round(topics.mean * topics.direction, 12) desc, topics.query_id asc
        ) as position,
    from topics
)

select
    ordered.collection,
    ordered.measure,
    ordered.query_id,
    coalesce(names.topic, ordered.query_id) as topic,
    ordered.position,
    ordered.mean,
    ordered.scores,
    case when ordered.position = 1 then ordered.run_ids end as run_ids,
from ordered
left join report.topic_names as names
    on ordered.collection = names.collection and ordered.query_id = names.query_id;
