-- One row for each pair of dimensions: how similar the preferences by both dimensions are.
--
-- source: Gienapp et al., SIGIR 2025 (Table 6, aggregated votes of five workers); main.preferences
-- grain: dimension, other_dimension
-- columns:
--   dimension: criterion of the comparison; 'mean' for the mean of all dimensions but other_dimension
--   other_dimension: another dimension
--   tau: Kendall's tau-b of the preferences by the two dimensions (first answer, tie or second answer), over pairs as shown
-- needs: preferences
-- example: from exhibits.j_t6 where dimension = 'quality_overall' order by tau desc
create or replace view exhibits.j_t6 as
with gold as (
    select
        dimension,
        query_id,
        item_a,
        item_b,
        array_position(['a', 'tie', 'b'], winner)::double as preference,
    from main.preferences
    where collection = 'rag2024' and source = 'crowdrag25' and is_aggregate
),

taus as (
    select
        one.dimension,
        two.dimension as other_dimension,
        statistics.kendall_tau_b(list(one.preference), list(two.preference)) as tau,
    from gold as one
    inner join gold as two
        on
            one.query_id = two.query_id
            and one.item_a = two.item_a
            and one.item_b = two.item_b
            and one.dimension < two.dimension
    group by one.dimension, two.dimension
),

mirrored as (
    select *
    from taus
    union all
    select
        other_dimension as dimension,
        dimension as other_dimension,
        tau,
    from taus
)

select *
from mirrored
union all
select
    'mean' as dimension,
    other_dimension,
    avg(tau) as tau,
from mirrored
group by other_dimension;
