-- Whether resampling the topics is informative about the order of runs and, if not, the reason.
--
-- source: every resampling of a single topic is that topic; if all runs are equal on every topic, all runs are first
-- grain: collection, measure
-- columns:
--   num_runs: tested runs (systems.field)
--   num_topics: number of topics
--   num_ranked: ranked runs
--   lack: 'a single run', 'a single topic', 'all runs are equal on every topic', or, if most runs have no scores per topic,
--     'scores per topic of 12 of 126 runs'; null if resampling is informative
-- needs: runs
-- example: from statistics.rank_information(['ndcg_cut_10'])
create or replace macro statistics.rank_information(measures) as table
with ranked as (
    select
        field.collection,
        field.measure,
        any_value(field.num_ranked) as num_ranked,
        any_value(field.num_tested) as num_tested,
    from systems.field_by(measures) as field
    group by field.collection, field.measure
),

topics as (
    select
        field_values.collection,
        field_values.measure,
        field_values.query_id,
        max(round(field_values.value, 12)) - min(round(field_values.value, 12)) as range,
    from statistics.field_values(measures) as field_values
    group by field_values.collection, field_values.measure, field_values.query_id
),

counted as (
    select
        topics.collection,
        topics.measure,
        count(*) as num_topics,
        max(topics.range) as range,
    from topics
    group by topics.collection, topics.measure
)

select
    ranked.collection,
    ranked.measure,
    ranked.num_tested as num_runs,
    counted.num_topics,
    ranked.num_ranked,
    case
        when 2 * ranked.num_tested < ranked.num_ranked
            then 'scores per topic of ' || ranked.num_tested || ' of ' || ranked.num_ranked || ' runs'
        when ranked.num_tested = 1 then 'a single run'
        when counted.num_topics = 1 then 'a single topic'
        when counted.range = 0 then 'all runs are equal on every topic'
    end as lack,
from ranked
inner join counted on ranked.collection = counted.collection and ranked.measure = counted.measure;
