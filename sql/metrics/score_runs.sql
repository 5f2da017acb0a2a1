-- The value of every standard measure for every loaded run, computed at query time with any label set, relevance level and tie
-- rule.
--
-- source: trec_eval -c -m all_trec (meas_avg.c, m_gm_map.c)
-- grain: collection, run_id, measure
-- columns:
--   value: mean over topics; sum for counts; geometric mean for gm_map and gm_bpref
--   num_q: topics that the value summarizes: all judged topics of the collection
-- needs: runs
-- example: select * from metrics.score_runs(min_relevance := 1) where run_id = 'p_bm25' and measure = 'map'
create or replace macro metrics.score_runs(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with summed as (
    select
        scored.collection,
        scored.run_id,
        scored.measure,
        sum(scored.value) as total,
        count(*) as num_q,
    from metrics.score_queries(variant, min_relevance, tie_rule, judged_only) as scored
    group by scored.collection, scored.run_id, scored.measure
)

select
    summed.collection,
    summed.run_id,
    summed.measure,
    metrics.over_topics(summaries.summary, summed.total, summed.num_q) as value,
    summed.num_q,
from summed
left join metrics.summaries as summaries on metrics.base_name(summed.measure) = summaries.name;
