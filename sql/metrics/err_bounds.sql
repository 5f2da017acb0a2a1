-- Between what bounds expected reciprocal rank lies, whatever the unjudged items are.
--
-- source: Moffat and Zobel, TOIS 27(1), 2008, section 3; Lu, Moffat and Culpepper, IRJ 19(4), 2016; a higher grade
--   anywhere raises ERR, for all ranks below add up to less than 1 / rank
-- grain: collection, run_id, query_id, measure
-- params:
--   k: cut-off or list of cut-offs
--   max_grade: highest grade of the scale, as in metrics.err
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'err_cut_' and the cut-off
--   lower_bound: the score itself; tight
--   upper_bound: the score when every unjudged item has the largest grade; tight
-- caveats: assumes what metrics.bounds assumes; the largest grade is that of metrics.largest_gains
-- example: select * from metrics.err_bounds(20) where run_id = 'p_bm25'
create or replace macro metrics.err_bounds(
    k, max_grade := 4, variant := null, min_relevance := null, tie_rule := null
) as table
with depths as (
    select unnest(metrics.cutoffs(k)) as cutoff,
),

satisfying as (
    select
        open_places.answer_id,
        open_places.rank,
        (2.0::double ** coalesce(open_places.relevance, largest_gains.gain) - 1) / 2.0::double ** max_grade
            as probability,
    from metrics.open_places(variant, min_relevance, tie_rule) as open_places
    inner join metrics.largest_gains(variant, min_relevance) as largest_gains
        on open_places.collection = largest_gains.collection
    where open_places.rank <= (select max(depths.cutoff) from depths)
),

reached as (
    select
        satisfying.answer_id,
        satisfying.rank,
        satisfying.probability,
        coalesce(product(1 - satisfying.probability) over above, 1) as probability_reached,
    from satisfying
    window above as (
        partition by satisfying.answer_id
        order by satisfying.rank
        rows between unbounded preceding and 1 preceding
    )
),

summed as (
    select
        reached.answer_id,
        depths.cutoff,
        sum(reached.probability * reached.probability_reached / reached.rank) as total,
    from reached
    inner join depths on reached.rank <= depths.cutoff
    group by reached.answer_id, depths.cutoff
)

select
    err.collection,
    err.run_id,
    err.query_id,
    err.measure,
    err.value as lower_bound,
    coalesce(summed.total, 0) as upper_bound,
from metrics.err(k, max_grade, variant, min_relevance, tie_rule) as err
inner join metrics.answers(variant, min_relevance) as answers
    on err.collection = answers.collection
    and err.run_id = answers.run_id
    and err.query_id = answers.query_id
inner join depths on err.measure = 'err_cut_' || depths.cutoff
left join summed
    on answers.answer_id = summed.answer_id
    and depths.cutoff = summed.cutoff;
