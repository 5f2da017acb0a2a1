-- The value of every standard measure for every run: the mean over the judged topics, a topic that the run leaves out
-- counting 0.
--
-- source: trec_eval -c -m all_trec (meas_avg.c, m_gm_map.c)
-- grain: collection, run_id, measure
-- columns:
--   value: mean over topics; sum for counts; geometric mean for gm_map and gm_bpref
--   num_q: topics that the value sums up: all judged topics of the collection
--   provenance: as in metrics.query_scores
-- needs: runs
-- example: select run_id, value from metrics.run_scores where measure = 'map' order by value desc
create or replace view metrics.run_scores as
with summed as (
    select
        scored.collection,
        scored.run_id,
        scored.measure,
        scored.provenance,
        sum(scored.value) as total,
        count(*) as num_q,
    from metrics.query_scores as scored
    group by scored.collection, scored.run_id, scored.measure, scored.provenance
)

select
    summed.collection,
    summed.run_id,
    summed.measure,
    metrics.over_topics(summaries.summary, summed.total, summed.num_q) as value,
    summed.num_q,
    summed.provenance,
from summed
left join metrics.summaries as summaries on regexp_extract(summed.measure, '^[^(@]+') = summaries.name;
