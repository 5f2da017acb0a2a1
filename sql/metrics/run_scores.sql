-- The value of every standard measure for every run: computed from the run's ranking if it is loaded, otherwise from submitted
-- scores per topic, otherwise NIST's official mean. Topics without results in the run are included.
--
-- source: trec_eval -c -m all_trec (meas_avg.c, m_gm_map.c); metrics.query_scores; metrics.stand_in_means
-- grain: collection, run_id, measure
-- columns:
--   value: mean over topics; sum for counts; geometric mean for gm_map and gm_bpref
--   num_q: topics that the value summarizes: all judged topics of the collection; null for official means
--   provenance: source of the value: 'rankings', 'submitted scores' or 'official means'
--   decimals: number of decimals to which the value is known; null if the value is computed from a ranking
-- needs: runs
-- caveats: official means have four decimals and no scores per topic
-- example: select run_id, value from metrics.run_scores where measure = 'map' order by value desc
create or replace view metrics.run_scores as
with scores as (
    select
        scored.collection,
        scored.run_id,
        scored.measure,
        scored.provenance,
        scored.value,
        scored.decimals,
        null as official,
    from metrics.query_scores as scored
    union all
    select
        means.collection,
        means.run_id,
        means.measure,
        null as provenance,
        null as value,
        4 as decimals,
        means.value as official,
    from metrics.stand_in_means as means
),

summed as (
    select
        scores.collection,
        scores.run_id,
        scores.measure,
        sum(scores.value) as total,
        count(scores.value) as num_q,
        max(scores.official) as official,
        min(scores.decimals) as decimals,
        coalesce(any_value(scores.provenance), 'official means') as provenance,
    from scores
    group by scores.collection, scores.run_id, scores.measure
)

select
    summed.collection,
    summed.run_id,
    summed.measure,
    case
        when summed.num_q = 0 then summed.official
        else metrics.over_topics(summaries.summary, summed.total, summed.num_q)
    end as value,
    nullif(summed.num_q, 0) as num_q,
    summed.provenance,
    summed.decimals,
from summed
left join metrics.summaries as summaries on metrics.base_name(summed.measure) = summaries.name;
