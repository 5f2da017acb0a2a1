-- Expected gain per item for a user who reads down the ranking and stops according to a model: INST, INSQ, BPM, SDCG or NERR.
-- INST: the user wants a total gain of T and adapts to the gain found so far. INSQ: the user wants a total gain of T and does
-- not adapt. BPM (static): the user stops at a total gain of T or at depth k, whichever comes first. SDCG: discounted gain,
-- divided by the sum of the discounts down to depth k. NERR (nearly expected reciprocal rank, equations 8 to 11): the user
-- stops at an item with a probability equal to the item's gain. Otherwise the user reads on to the next item, always (nerr8),
-- with probability rank / (rank + 1) (nerr9), with probability p (nerr10) or as in INSQ (nerr11). In nerr8 and nerr9, the user
-- stops at depth k.
--
-- source: C/W/L framework: Moffat, Bailey, Scholer and Thomas, TOIS 35(3), 2017 (SDCG); INST: the same authors, ADCS 2015;
--   INSQ: Moffat, Scholer and Thomas, ADCS 2012; BPM: Zhang et al., SIGIR 2017; NERR: Azzopardi, Mackenzie and Moffat, ICTIR
--   2021; all as computed by cwl_eval, which ir_measures uses
-- grain: collection, run_id, query_id, measure
-- params:
--   model: the user's stopping model: 'inst', 'insq', 'bpm', 'sdcg', 'nerr8', 'nerr9', 'nerr10' or 'nerr11'
--   max_rel: grade with gain 1; null for the highest grade of the labels
--   min_rel: highest grade with gain 0; between min_rel and max_rel, gain rises linearly with the grade
--   goal: total gain that the user wants (T)
--   p: probability of reading on in 'nerr10'
--   k: depth at which the user stops in 'bpm', 'sdcg', 'nerr8' and 'nerr9'
-- columns:
--   measure: name of the model
--   value: expected gain per item read, from 0 to 1
-- measures:
--   inst: position 52; arguments 'inst'; ir_measures INST(T=1, min_rel=0, max_rel, judged_only=false)
--   insq: position 53; arguments 'insq'; ir_measures INSQ(T=1, min_rel=0, max_rel, judged_only=false)
--   bpm: position 54; arguments 'bpm'; ir_measures BPM(T=1, min_rel=0, max_rel, judged_only=false)@cutoff
--   sdcg: position 55; arguments 'sdcg'; ir_measures SDCG(min_rel=0, max_rel, judged_only=false)@cutoff
--   nerr8: position 56; arguments 'nerr8'; ir_measures NERR8(min_rel=0, max_rel, judged_only=false)@cutoff
--   nerr9: position 57; arguments 'nerr9'; ir_measures NERR9(min_rel=0, max_rel, judged_only=false)@cutoff
--   nerr10: position 58; arguments 'nerr10'; ir_measures NERR10(p=0.9, min_rel=0, max_rel, judged_only=false)
--   nerr11: position 59; arguments 'nerr11'; ir_measures NERR11(T=1, min_rel=0, max_rel, judged_only=false)
-- needs: runs
-- caveats: runs are cut at rank 1000, or padded to rank 1000 with items of gain 0; unjudged items have gain 0; min_relevance
--   has no effect
-- example: select * from metrics.cwl('inst', 3) where run_id = 'p_bm25'
create or replace macro metrics.cwl(
    model,
    max_rel := null,
    min_rel := 0,
    goal := 1,
    p := 0.9::double,
    k := 10,
    variant := null,
    min_relevance := null,
    tie_rule := null,
    judged_only := false
) as table
with scales as (
    select
        judgments.collection,
        coalesce(any_value(max_rel), max(judgments.gain)) as highest,
    from metrics.judgments(variant, min_relevance) as judgments
    group by judgments.collection
),

places as (
    select
        answers.collection,
        answers.run_id,
        answers.query_id,
        answers.answer_id,
        positions.rank,
    from metrics.answers(variant, min_relevance, judged_only) as answers
    cross join (select unnest(range(1, 1001)) as rank) as positions
),

gains as (
    select
        places.collection,
        places.run_id,
        places.query_id,
        places.rank,
        -- needed for items without a grade, because least() and greatest() ignore null
        case
            when hits.relevance is null then 0
            else greatest(least(hits.gain, scales.highest) - min_rel, 0) / (scales.highest - min_rel)
        end::double as gain,
    from places
    inner join scales on places.collection = scales.collection
    left join metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
        on places.answer_id = hits.answer_id
        and places.rank = hits.rank
),

summed as (
    select
        gains.collection,
        gains.run_id,
        gains.query_id,
        gains.rank,
        gains.gain,
        sum(gains.gain) over (
            partition by gains.collection, gains.run_id, gains.query_id
            order by gains.rank
            rows between unbounded preceding and current row
        ) as gain_so_far,
    from gains
),

continued as (
    select
        summed.collection,
        summed.run_id,
        summed.query_id,
        summed.rank,
        summed.gain,
        -- the probability of reading the next item
        case model
            when 'inst'
                then (1 - 1.0::double / (summed.rank + 2 * goal::double - summed.gain_so_far)) ** 2
            when 'insq' then (1 - 1.0::double / (summed.rank + 2 * goal::double)) ** 2
            when 'bpm' then (summed.gain_so_far < goal and summed.rank < k)::integer
            when 'sdcg' then if(summed.rank < k, log2(summed.rank + 1) / log2(summed.rank + 2), 0)
            when 'nerr8' then if(summed.rank < k, 1 - summed.gain, 0)
            when 'nerr9' then if(summed.rank < k, summed.rank / (summed.rank + 1.0::double) * (1 - summed.gain), 0)
            when 'nerr10' then p * (1 - summed.gain)
            when 'nerr11'
                then (1 - 1.0::double / (summed.rank + 2 * goal::double)) ** 2 * (1 - summed.gain)
        end::double as continuation,
    from summed
),

reached as (
    select
        continued.collection,
        continued.run_id,
        continued.query_id,
        continued.gain,
        coalesce(product(continued.continuation) over (
            partition by continued.collection, continued.run_id, continued.query_id
            order by continued.rank
            rows between unbounded preceding and 1 preceding
        ), 1) as probability,
    from continued
)

select
    reached.collection,
    reached.run_id,
    reached.query_id,
    model as measure,
    sum(reached.gain * reached.probability) / sum(reached.probability) as value,
from reached
group by reached.collection, reached.run_id, reached.query_id;
