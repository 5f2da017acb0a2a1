-- The counts per topic: items retrieved, relevant, and both.
--
-- source: trec_eval num_ret, num_rel, num_rel_ret (m_num_ret.c, m_num_rel.c, m_num_rel_ret.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs, see metrics.hits; null for the stored one
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'num_ret', 'num_rel' or 'num_rel_ret'
--   value: the count
-- example: select * from metrics.counts() where run_id = 'p_bm25'
create or replace macro metrics.counts(
    variant := null, min_relevance := null, tie_rule := null
) as table
with found as (
    select
        hits.collection,
        hits.run_id,
        hits.query_id,
        count(*) as num_rel_ret,
    from metrics.hits(variant, min_relevance, tie_rule) as hits
    where hits.is_relevant
    group by hits.collection, hits.run_id, hits.query_id
),

counted as (
    select
        answers.collection,
        answers.run_id,
        answers.query_id,
        unnest(['num_ret', 'num_rel', 'num_rel_ret']) as measure,
        unnest([answers.num_ret, answers.num_rel, coalesce(found.num_rel_ret, 0)]) as value,
    from metrics.answers(variant, min_relevance) as answers
    left join found
        on answers.collection = found.collection
        and answers.run_id = found.run_id
        and answers.query_id = found.query_id
)

select
    counted.collection,
    counted.run_id,
    counted.query_id,
    counted.measure,
    counted.value::double as value,
from counted;
