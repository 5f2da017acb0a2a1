-- Inferred nDCG: nDCG estimated from labels that were drawn from strata of the pool at different rates.
--
-- source: NIST's sample_eval.pl in two versions; Yilmaz, Kanoulas and Aslam, SIGIR 2008
-- grain: collection, run_id, query_id, measure
-- params:
--   version: version of NIST's sample_eval.pl: 2012 (TRECVID's, with a change log up to 5 September 2012) or 2011 (change log
--     up to 10 October 2011); the versions differ in the ideal order
-- columns:
--   measure: 'infNDCG'
--   value: from 0 to about 1; 0 for a topic without relevant items
-- measures:
--   infNDCG: position 71; labels strata; ir_measures infNDCG(judged_only=false, version=2012)
-- needs: runs
-- caveats: sample_eval averages over the topics with results in the run, dltrack over all judged topics. As in sample_eval,
--   the ideal order has a whole number of items of each grade: version 2011 rounds the expected number to the nearest whole
--   number; version 2012 rounds it down, but the ranks of lower grades start after the unrounded number. min_relevance has no
--   effect
-- example: select query_id, value from metrics.infndcg() where run_id = 'p_bm25'
create or replace macro metrics.infndcg(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, version := 2012
) as table
with graded as (
    select
        qrels.collection,
        qrels.query_id,
        metrics.gain(qrels.relevance, qrels.gain, null) as gain,
        case version
            when 2011 then floor(sum(strata.weight) + 0.5 + 1e-9)
            when 2012 then sum(strata.weight)
            else error('version ' || version || ' of sample_eval.pl is not supported; use 2011 or 2012')
        end as num_expected,
    from labels.counted as qrels
    inner join main.collections as collections
        on qrels.collection = collections.collection
        and qrels.variant = coalesce(variant, collections.qrels_variant)
    inner join metrics.strata(variant, min_relevance) as strata
        on qrels.collection = strata.collection
        and qrels.query_id = strata.query_id
        and coalesce(qrels.stratum, '') = strata.stratum
    where metrics.gain(qrels.relevance, qrels.gain, null) > 0
    group by qrels.collection, qrels.query_id, metrics.gain(qrels.relevance, qrels.gain, null)
),

placed as (
    select
        graded.*,
        coalesce(sum(graded.num_expected) over better, 0) as num_better,
    from graded
    window better as (
        partition by graded.collection, graded.query_id
        order by graded.gain desc
        rows between unbounded preceding and 1 preceding
    )
),

ideal_ranks as (
    select
        placed.collection,
        placed.query_id,
        placed.gain,
        placed.num_better,
        unnest(range(1, floor(placed.num_expected + 1e-9)::bigint + 1)) as nth,
    from placed
),

ideal as (
    select
        ideal_ranks.collection,
        ideal_ranks.query_id,
        sum(ideal_ranks.gain * metrics.discount(ideal_ranks.num_better + ideal_ranks.nth)) as dcg,
    from ideal_ranks
    -- as in sample_eval, the first item of each grade is included at any rank, other items only at ranks up to 1,000
    where ideal_ranks.nth = 1 or ideal_ranks.num_better + ideal_ranks.nth < 1001
    group by ideal_ranks.collection, ideal_ranks.query_id
),

by_stratum as (
    select
        stratum_hits.answer_id,
        sum(stratum_hits.gain * metrics.discount(stratum_hits.rank))
        * max(stratum_hits.num_items)
        / nullif(max(stratum_hits.num_judged), 0) as dcg,
    from metrics.stratum_hits(variant, min_relevance, tie_rule, judged_only) as stratum_hits
    group by stratum_hits.answer_id, stratum_hits.stratum
),

found as (
    select
        by_stratum.answer_id,
        sum(by_stratum.dcg) as dcg,
    from by_stratum
    group by by_stratum.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'infNDCG' as measure,
    coalesce(found.dcg / nullif(ideal.dcg, 0), 0) as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join found on answers.answer_id = found.answer_id
left join ideal on answers.collection = ideal.collection and answers.query_id = ideal.query_id;
