-- The per-topic differences between a new run and an old run that statistics.gate tests. If one of the runs has many more
-- unjudged items, additional rows contain the largest or smallest possible differences for any grades of the unjudged items.
--
-- source: statistics.paired_values, judging.unjudged_shares; bounds as in Moffat and Zobel, TOIS 27(1), 2008
-- grain: collection, measure, side, query_id
-- params:
--   new_run: the run that is checked
--   old_run: the run that new_run is compared with
--   measures: names of the measures, as a list
--   bounds: as in statistics.gate
-- columns:
--   side: 'measured': differences of the scores; 'best': upper bound of the new run minus lower bound of the old run, if the
--     new run has many more unjudged items; 'worst': lower bound of the new run minus upper bound of the old run, if the new
--     run has many fewer unjudged items
--   query_id
--   advantage: the difference, above 0 if the new run is better; null if a score is NaN or infinite
--   decimals: decimals to which the scores are known; null if the scores are not rounded
--   is_binary: whether both values are 0 or 1
--   unjudged: struct of the shares of unjudged items among the first ten (new_10, old_10) and the first hundred (new_100,
--     old_100, both 0 for a measure with a cutoff of at most ten), and whether the new run has many more unjudged items
--     (is_less_judged) or many fewer (is_more_judged); both flags are false for a measure that ignores unjudged items
-- needs: runs
-- example: from statistics.gate_differences('p_bm25rm3', 'p_bm25', ['ndcg_cut_10', 'map'])
create or replace macro statistics.gate_differences(new_run, old_run, measures, bounds := null) as table
with pairs as materialized (
    select
        paired_values.collection,
        paired_values.measure,
        paired_values.query_id,
        case when isfinite(paired_values.advantage) then paired_values.advantage end as advantage,
        paired_values.decimals,
        paired_values.value_a in (0, 1) and paired_values.value_b in (0, 1) as is_binary,
    from statistics.paired_values(measures, baselines := [old_run]) as paired_values
    where paired_values.run_a = new_run and catalog.has_runs([new_run])
),

shares as (
    select
        compared.collection,
        compared.measure,
        coalesce(new_shares.unjudged_10, 0) as new_10,
        coalesce(old_shares.unjudged_10, 0) as old_10,
        case
            when regexp_extract(compared.measure, '[@_]([0-9]+)$', 1) in ('1', '2', '3', '4', '5', '6', '7', '8', '9', '10')
                then 0
            else 1
        end as looks_below,
        looks_below * coalesce(new_shares.unjudged_100, 0) as new_100,
        looks_below * coalesce(old_shares.unjudged_100, 0) as old_100,
        metrics.counts_unjudged(compared.measure) as counts_unjudged,
    from (select distinct pairs.collection, pairs.measure, from pairs) as compared
    left join judging.unjudged_shares as new_shares
        on compared.collection = new_shares.collection and new_shares.run_id = new_run
    left join judging.unjudged_shares as old_shares
        on compared.collection = old_shares.collection and old_shares.run_id = old_run
),

compared as materialized (
    select
        shares.collection,
        shares.measure,
        struct_pack(
            new_10 := shares.new_10,
            old_10 := shares.old_10,
            new_100 := shares.new_100,
            old_100 := shares.old_100,
            is_less_judged := shares.counts_unjudged
            and judging.is_much_unjudged(shares.new_10 - shares.old_10, shares.new_100 - shares.old_100),
            is_more_judged := shares.counts_unjudged
            and judging.is_much_unjudged(shares.old_10 - shares.new_10, shares.old_100 - shares.new_100)
        ) as unjudged,
    from shares
),

limits as materialized (
    select unnest(
        bounds::struct(
            collection varchar,
            run_id varchar,
            query_id varchar,
            measure varchar,
            lower_bound double,
            upper_bound double
        )[],
        max_depth := 2
    ),
),

extremes as (
    select
        new_limits.collection,
        new_limits.measure,
        new_limits.query_id,
        sides.side,
        if(sides.side = 'best', new_limits.upper_bound, new_limits.lower_bound) as new_value,
        if(sides.side = 'best', old_limits.lower_bound, old_limits.upper_bound) as old_value,
    from limits as new_limits
    inner join limits as old_limits
        on new_limits.collection = old_limits.collection
        and new_limits.measure = old_limits.measure
        and new_limits.query_id = old_limits.query_id
    cross join (values ('best'), ('worst')) as sides (side)
    where new_limits.run_id = new_run and old_limits.run_id = old_run
)

select
    pairs.collection,
    pairs.measure,
    'measured' as side,
    pairs.query_id,
    pairs.advantage,
    pairs.decimals,
    pairs.is_binary,
    compared.unjudged,
from pairs
inner join compared on pairs.collection = compared.collection and pairs.measure = compared.measure
union all
select
    extremes.collection,
    extremes.measure,
    extremes.side,
    extremes.query_id,
    statistics.difference(extremes.new_value, extremes.old_value) as advantage,
    null as decimals,
    extremes.new_value in (0, 1) and extremes.old_value in (0, 1) as is_binary,
    compared.unjudged,
from extremes
inner join compared on extremes.collection = compared.collection and extremes.measure = compared.measure
where if(extremes.side = 'best', compared.unjudged.is_less_judged, compared.unjudged.is_more_judged);
