-- Inferred average precision: average precision estimated from labels that were drawn from strata of the pool at different
-- rates.
--
-- source: NIST's sample_eval.pl in two versions, which call the measure infAP; Yilmaz, Kanoulas and Aslam, SIGIR 2008
-- grain: collection, run_id, query_id, measure
-- params:
--   version: version of NIST's sample_eval.pl: 2012 (TRECVID's, with a change log up to 5 September 2012) or 2011 (change log
--     up to 10 October 2011); the versions differ for topics with more than 1,000 expected relevant items
-- columns:
--   measure: 'xinfAP'
--   value: from 0 to about 1; 0 for a topic without relevant items
-- measures:
--   xinfAP: position 70; uses min_relevance; labels strata; ir_measures xinfAP(rel=1, judged_only=false, version=2012)
-- needs: runs
-- caveats: sample_eval averages over the topics with results in the run, dltrack over all judged topics; if more than 1,000
--   relevant items are expected, version 2012 divides by 1,000
-- example: select query_id, value from metrics.xinfap() where run_id = 'p_bm25'
create or replace macro metrics.xinfap(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, version := 2012
) as table
with changes as (
    select
        stratum_hits.answer_id,
        stratum_hits.stratum,
        stratum_hits.rank,
        stratum_hits.is_relevant,
        metrics.stratum_estimate(stratum_hits.num_items, stratum_hits.num_judged, stratum_hits.num_rel)
        - metrics.stratum_estimate(
            stratum_hits.num_items - 1,
            stratum_hits.num_judged - (stratum_hits.relevance >= 0)::integer,
            stratum_hits.num_rel - stratum_hits.is_relevant::integer
        ) as change,
    from metrics.stratum_hits(variant, min_relevance, tie_rule, judged_only) as stratum_hits
),

-- the estimate for a stratum changes only at items of the stratum, so the changes above an item add up to the expected
-- number of relevant items above it
expected as (
    select
        changes.answer_id,
        changes.stratum,
        changes.is_relevant,
        (1 + coalesce(sum(changes.change) over above, 0)) / changes.rank as precision,
    from changes
    window above as (
        partition by changes.answer_id
        order by changes.rank
        rows between unbounded preceding and 1 preceding
    )
),

precisions as (
    select
        expected.answer_id,
        expected.stratum,
        sum(expected.precision) as precisions,
    from expected
    where expected.is_relevant
    group by expected.answer_id, expected.stratum
),

totals as (
    select
        strata.collection,
        strata.query_id,
        case version
            when 2011 then sum(strata.num_rel * strata.weight)
            when 2012 then least(sum(strata.num_rel * strata.weight), 1000)
            else error('version ' || version || ' of sample_eval.pl is not supported; use 2011 or 2012')
        end as num_rel,
    from metrics.strata(variant, min_relevance) as strata
    group by strata.collection, strata.query_id
),

found as (
    select
        answers.collection,
        answers.run_id,
        answers.query_id,
        sum(precisions.precisions * strata.weight) as precisions,
    from metrics.answers(variant, min_relevance, judged_only) as answers
    inner join precisions on answers.answer_id = precisions.answer_id
    inner join metrics.strata(variant, min_relevance) as strata
        on answers.collection = strata.collection
        and answers.query_id = strata.query_id
        and precisions.stratum = strata.stratum
    group by answers.collection, answers.run_id, answers.query_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'xinfAP' as measure,
    coalesce(found.precisions / nullif(totals.num_rel, 0), 0) as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join found
    on answers.collection = found.collection
    and answers.run_id = found.run_id
    and answers.query_id = found.query_id
left join totals on answers.collection = totals.collection and answers.query_id = totals.query_id;
