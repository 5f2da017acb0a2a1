-- One row for each dimension: does the agreement of crowd workers depend on which answer is shown first?
--
-- source: Gienapp et al., SIGIR 2025 (Table 5, votes of five workers); preferences.oriented
-- grain: dimension
-- columns:
--   dimension: criterion of the comparison; 'mean' for the mean of all dimensions
--   num_pairs: number of pairs that were shown in both orders
--   one_way: ordinal Krippendorff's alpha of the votes on pairs shown in one order
--   other_way: ordinal Krippendorff's alpha of the votes on pairs shown in the other order
--   both_ways: ordinal Krippendorff's alpha of all votes, converted to one order
--   most_change: the larger of two differences: both_ways and one_way, both_ways and other_way
-- needs: preferences
-- caveats: if a worker voted on both orders of a pair, only the vote with is_first is used (preferences.oriented)
-- example: from exhibits.j_t5 order by most_change desc
create or replace view exhibits.j_t5 as
with votes as (
    select
        dimension,
        query_id,
        item,
        other,
        is_first,
        preference,
        count(distinct is_first) over (partition by dimension, query_id, item, other) = 2 as is_both_ways,
    from preferences.oriented
    where collection = 'rag2024' and source = 'crowdrag25' and not is_aggregate
    qualify is_first or not bool_or(is_first) over (partition by dimension, query_id, item, other, judge)
),

pairs as (
    select
        dimension,
        query_id,
        item,
        other,
        list(preference) filter (where not is_first) as one,
        list(preference) filter (where is_first) as two,
        list(preference) as all_votes,
    from votes
    where is_both_ways
    group by dimension, query_id, item, other
),

alphas as (
    select
        dimension,
        count(*) as num_pairs,
        statistics.krippendorff_alpha(list(one), 'ordinal') as one_way,
        statistics.krippendorff_alpha(list(two), 'ordinal') as other_way,
        statistics.krippendorff_alpha(list(all_votes), 'ordinal') as both_ways,
    from pairs
    group by dimension
),

changes as (
    select
        *,
        greatest(abs(both_ways - one_way), abs(both_ways - other_way)) as most_change,
    from alphas
)

select
    coalesce(dimension, 'mean') as dimension,
    any_value(num_pairs) as num_pairs,
    avg(one_way) as one_way,
    avg(other_way) as other_way,
    avg(both_ways) as both_ways,
    avg(most_change) as most_change,
from changes
group by grouping sets ((dimension), ())
having count(*) > 0;
