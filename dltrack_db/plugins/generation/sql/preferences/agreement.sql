-- One row for each preference file and dimension: do the judges agree?
--
-- source: K. Krippendorff (2011); Gienapp et al., "The Viability of Crowdsourcing for RAG Evaluation" (2025), section 4
-- grain: collection, source, dimension
-- columns:
--   source: name of the preference file
--   dimension: criterion of the comparison
--   num_pairs: number of pairs with a vote
--   num_judges: number of judges
--   num_votes: number of votes
--   alpha: Krippendorff's alpha of the votes, ordinal (other item, tie, item); null if no pair has two votes
--   alpha_shown: Krippendorff's alpha with each order of a pair as a separate pair and the values 'first', 'tie' and
--     'second', as in Gienapp et al.
--   share_majority: share of the pairs with a majority of more than half of the votes
--   share_tied: share of the votes that are ties
-- needs: preferences
-- caveats: for alpha, all votes on a pair are converted to the same order of its items, so that votes on both orders are
--   compared; a judge's repeated votes are included
-- example: from preferences.agreement order by alpha desc
create or replace view preferences.agreement as
with pairs as (
    select
        collection,
        source,
        dimension,
        for_item,
        ties,
        for_other,
        count(*) as num_pairs,
        count(*) filter (where preference is not null) as num_decided,
    from preferences.majority
    group by collection, source, dimension, for_item, ties, for_other
),

shown as (
    select
        collection,
        source,
        dimension,
        statistics.krippendorff_alpha(list(votes), 'ordinal', list(num_pairs)) as alpha,
    from (
        select
            collection,
            source,
            dimension,
            votes,
            count(*) as num_pairs,
        from (
            select
                collection,
                source,
                dimension,
                list(array_position(['b', 'tie', 'a'], winner) order by winner) as votes,
            from main.preferences
            where not is_aggregate
            group by collection, source, dimension, query_id, item_a, item_b
        ) as pairs
        group by collection, source, dimension, votes
    ) as counted
    group by collection, source, dimension
),

judges as (
    select
        collection,
        source,
        dimension,
        count(distinct judge) as num_judges,
    from preferences.oriented
    where not is_aggregate
    group by collection, source, dimension
)

select
    pairs.collection,
    pairs.source,
    pairs.dimension,
    sum(pairs.num_pairs)::bigint as num_pairs,
    any_value(judges.num_judges) as num_judges,
    sum(pairs.num_pairs * (pairs.for_item + pairs.ties + pairs.for_other))::bigint as num_votes,
    statistics.krippendorff_alpha(
        list(
            list_concat(
                list_transform(range(pairs.for_item), lambda one: 1),
                list_transform(range(pairs.ties), lambda one: 0),
                list_transform(range(pairs.for_other), lambda one: -1)
            )
        ),
        'ordinal',
        list(pairs.num_pairs)
    ) as alpha,
    any_value(shown.alpha) as alpha_shown,
    sum(pairs.num_decided) / sum(pairs.num_pairs) as share_majority,
    sum(pairs.num_pairs * pairs.ties) / sum(pairs.num_pairs * (pairs.for_item + pairs.ties + pairs.for_other)) as share_tied,
from pairs
inner join judges
    on judges.collection = pairs.collection and judges.source = pairs.source and judges.dimension = pairs.dimension
inner join shown
    on shown.collection = pairs.collection and shown.source = pairs.source and shown.dimension = pairs.dimension
group by pairs.collection, pairs.source, pairs.dimension
order by pairs.collection, pairs.source, pairs.dimension;
