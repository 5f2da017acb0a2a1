-- How much the order of equal scores matters: the means of each run under every tie rule, and the topics whose value changes.
--
-- source: trec_eval 9.0.8 and 10 form_res_rels.c; main.rankings
-- grain: collection, run_id, measure
-- columns:
--   measure: name of a measure of metrics.common_scores
--   by_float: mean over topics with scores compared as floats, ties by doc_id descending
--   by_double: mean with scores compared as doubles, ties by doc_id descending
--   by_submitted: mean with items in the order of the rank column
--   by_ascending: mean with scores compared as doubles, ties by doc_id ascending, as in compatibility.py
--   value_range: difference between the largest and the smallest of the four means
--   changed_topics: topics whose value is not the same under all four rules, in order of their ids
-- needs: runs
-- caveats: the tie rule of a collection is in column tie_rule of main.collections; set it with `dltrack ingest collection
--   --tie-rule`, or with tie_rule in a recipe
-- cost: 1.3 s of processor time and 400 MB with the 63 passage runs of TREC 2021, because all judged topics are ordered four
--   times; filter by collection or run_id to make it faster
-- example: select run_id, value_range from metrics.tie_sensitivity where measure = 'ndcg_cut_10' and value_range > 0
create or replace view metrics.tie_sensitivity as
with scored as (
    select 'float' as tie_rule, collection, run_id, query_id, measure, value,
    from metrics.common_scores(tie_rule := 'float')
    union all
    select 'double' as tie_rule, collection, run_id, query_id, measure, value,
    from metrics.common_scores(tie_rule := 'double')
    union all
    select 'submitted' as tie_rule, collection, run_id, query_id, measure, value,
    from metrics.common_scores(tie_rule := 'submitted')
    union all
    select 'ascending' as tie_rule, collection, run_id, query_id, measure, value,
    from metrics.common_scores(tie_rule := 'ascending')
),

by_topic as (
    select
        scored.collection,
        scored.run_id,
        scored.measure,
        scored.query_id,
        max(scored.value) filter (where scored.tie_rule = 'float') as by_float,
        max(scored.value) filter (where scored.tie_rule = 'double') as by_double,
        max(scored.value) filter (where scored.tie_rule = 'submitted') as by_submitted,
        max(scored.value) filter (where scored.tie_rule = 'ascending') as by_ascending,
        max(scored.value) - min(scored.value) > 1e-12 as is_changed,
    from scored
    group by scored.collection, scored.run_id, scored.measure, scored.query_id
),

by_run as (
    select
        by_topic.collection,
        by_topic.run_id,
        by_topic.measure,
        avg(by_topic.by_float) as by_float,
        avg(by_topic.by_double) as by_double,
        avg(by_topic.by_submitted) as by_submitted,
        avg(by_topic.by_ascending) as by_ascending,
        list(by_topic.query_id order by by_topic.query_id) filter (where by_topic.is_changed) as changed_topics,
    from by_topic
    group by by_topic.collection, by_topic.run_id, by_topic.measure
)

select
    by_run.collection,
    by_run.run_id,
    by_run.measure,
    by_run.by_float,
    by_run.by_double,
    by_run.by_submitted,
    by_run.by_ascending,
    greatest(by_run.by_float, by_run.by_double, by_run.by_submitted, by_run.by_ascending)
    - least(by_run.by_float, by_run.by_double, by_run.by_submitted, by_run.by_ascending) as value_range,
    coalesce(by_run.changed_topics, []) as changed_topics,
from by_run;
