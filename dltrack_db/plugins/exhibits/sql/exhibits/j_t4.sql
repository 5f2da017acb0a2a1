-- One row for each dimension: how well crowd workers agree on which of two answers is better.
--
-- source: Gienapp et al., SIGIR 2025 (Table 4, votes of five workers); preferences.agreement
-- grain: dimension
-- columns:
--   dimension: criterion of the comparison; 'mean' for the mean of all dimensions
--   num_pairs: number of pairs; a pair shown in both orders is counted twice
--   alpha: Krippendorff's alpha, ordinal, of pairs as shown
--   num_apart: number of distinguishable pairs, on which three workers agree in at least five of the seven dimensions
--   alpha_apart: Krippendorff's alpha of the distinguishable pairs
--   alpha_turned: Krippendorff's alpha with all votes converted to one order of each pair, so that votes on both orders are
--     compared
-- needs: preferences
-- example: from exhibits.j_t4 order by alpha desc
create or replace view exhibits.j_t4 as
with pairs as (
    select
        dimension,
        query_id,
        item_a,
        item_b,
        list(array_position(['b', 'tie', 'a'], winner) order by winner) as votes,
        greatest(
            count(*) filter (where winner = 'a'),
            count(*) filter (where winner = 'b'),
            count(*) filter (where winner = 'tie')
        ) > 2 as is_decided,
    from main.preferences
    where collection = 'rag2024' and source = 'crowdrag25' and not is_aggregate
    group by dimension, query_id, item_a, item_b
),

told as (
    select
        *,
        count(*) filter (where is_decided) over (partition by query_id, item_a, item_b) > 4 as is_apart,
    from pairs
),

workers as (
    select
        told.dimension,
        count(*) as num_pairs,
        any_value(agreement.alpha_shown) as alpha,
        count(*) filter (where told.is_apart) as num_apart,
        statistics.krippendorff_alpha(list(told.votes) filter (where told.is_apart), 'ordinal') as alpha_apart,
        any_value(agreement.alpha) as alpha_turned,
    from told
    inner join preferences.agreement as agreement
        on agreement.collection = 'rag2024' and agreement.source = 'crowdrag25' and agreement.dimension = told.dimension
    group by told.dimension
)

select
    coalesce(dimension, 'mean') as dimension,
    any_value(num_pairs) as num_pairs,
    avg(alpha) as alpha,
    any_value(num_apart) as num_apart,
    avg(alpha_apart) as alpha_apart,
    avg(alpha_turned) as alpha_turned,
from workers
group by grouping sets ((dimension), ())
having count(*) > 0;
