-- Expected reciprocal rank of each run and topic (answer_id) at each cut-off. Values of 0 have no row.
--
-- source: Chapelle et al., CIKM 2009; see metrics.err and metrics.err_bounds
-- grain: answer_id, cutoff
-- params:
--   max_grade: highest grade of the scale
--   with_unjudged: whether every unjudged item is treated as if it had the highest grade (metrics.largest_gains)
-- columns:
--   total: sum over ranks of the probability of stopping at the rank, divided by the rank
-- needs: runs
-- example: select * from metrics.err_totals(20, 4)
create or replace macro metrics.err_totals(
    k,
    max_grade,
    variant := null,
    min_relevance := null,
    tie_rule := null,
    judged_only := false,
    with_unjudged := false
) as table
with graded as (
    select hits.answer_id, hits.rank, hits.gain as grade,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
    where hits.gain > 0
    union all
    select open_places.answer_id, open_places.rank, largest_gains.gain as grade,
    from metrics.open_places(variant, min_relevance, tie_rule) as open_places
    inner join metrics.largest_gains(variant, min_relevance) as largest_gains
        on open_places.collection = largest_gains.collection
    where with_unjudged and open_places.is_unjudged
),

satisfying as (
    select
        graded.answer_id,
        graded.rank,
        (2.0::double ** graded.grade - 1) / 2.0::double ** max_grade as probability,
    from graded
    where graded.rank <= list_max(metrics.cutoffs(k))
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
)

select
    reached.answer_id,
    depths.cutoff,
    sum(reached.probability * reached.probability_reached / reached.rank) as total,
from reached
inner join (select unnest(metrics.cutoffs(k)) as cutoff) as depths on reached.rank <= depths.cutoff
group by reached.answer_id, depths.cutoff;
