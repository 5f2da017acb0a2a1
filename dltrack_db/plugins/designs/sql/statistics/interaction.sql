-- One row with a permutation test of the interaction of runs and slices: does the difference between two runs depend on
-- the slice of topics, so that the order of the runs changes between slices?
--
-- source: slice names are permuted over the topics, and slice sizes do not change (M. J. Anderson and C. J. F. ter Braak,
--     "Permutation tests for multi-factorial analysis of variance", Journal of Statistical Computation and Simulation 73
--     (2003)). Scores without run and topic means are d = y - run mean - topic mean + mean. The statistic sums, over slices
--     and runs, the topic count of the slice times the squared mean of d
-- grain: collection, measure, facet
-- params:
--   facet: facet of the topics, as in judging.topic_slices; if notes of several sources have the facet, name it with its
--     source
--   trials: number of random permutations, if more than 20,000 permutations exist
-- columns:
--   facet: the facet with its source
--   num_runs: number of tested runs (systems.field)
--   num_topics: number of topics that have a value of the facet
--   num_slices: number of values of the facet
--   share: share of the interaction of runs and topics that the slices explain, 0 to 1; null if there is no interaction
--     (for example, with a single run) or if a score is not a number
--   expected_share: mean share explained by random slices, (num_slices - 1) / (num_topics - 1); null for one topic
--   p_value: share of permutations with a statistic at least as large as the observed one, which is included; null if
--     share is null or there is only one slice
--   num_arrangements: number of permutations used for p_value: all if at most 20,000 exist, otherwise random ones
--   is_exact: whether all permutations were used
-- needs: runs, topics
-- caveats: do not test facets that are computed from the scores of the same runs, such as topic difficulty. For topics
--     split by their mean score, p_value was below 0.05 in 92 % of simulations without any interaction. The number of
--     relevant items has the same problem in part, because measures depend on it: a small p_value can mean that runs differ
--     in depth only. p_value is not corrected for tests of several facets or measures
-- cost: grows with the number of permutations times the square of the number of topics
-- example: from statistics.interaction('trec2021-passages', 'ndcg_cut_10', 'length')
create or replace macro statistics.interaction(
    collection_name, measure, facet, trials := 10000, seed := 1
) as table
with recursive sliced as materialized (
    select
        slices.query_id,
        slices.facet,
        slices.slice,
    from judging.topic_slices(collection_name, facet) as slices
),

asked as (
    select
        collection_name as collection,
        measure as measure,
        meant.facets[1] as facet,
    from (
        select coalesce(list(distinct sliced.facet), []) as facets,
        from sliced
    ) as meant
    cross join (
        select coalesce(list(facets.facet), []) || coalesce(list(split_part(facets.facet, '/', -1)), []) as facets,
        from judging.topic_facets as facets
        where facets.collection = collection_name
    ) as known
    where
        catalog.has_collections([collection_name])
        and case
            when len(meant.facets) > 1
                then error(
                    'several notes have a facet ''' || facet || '''; name one with its source: '
                    || array_to_string(list_sort(meant.facets), ', ')
                )
            when len(meant.facets) = 1 then true
            else catalog.has_names('facet', [facet], known.facets)
        end
),

scores as materialized (
    select
        field_values.run_id,
        field_values.query_id,
        sliced.slice,
        case when isfinite(field_values.value) then field_values.value end as value,
    from asked
    inner join statistics.field_values([measure]) as field_values
        on asked.collection = field_values.collection and asked.measure = field_values.measure
    inner join sliced on field_values.query_id = sliced.query_id
),

slices as materialized (
    select
        sized.slice,
        sized.size,
        row_number() over (order by sized.slice) as slice_no,
    from (
        select
            topics.slice,
            count(*) as size,
        from (select distinct scores.query_id, scores.slice from scores) as topics
        group by topics.slice
    ) as sized
),

topics as materialized (
    select
        topics.query_id,
        slices.slice_no,
        slices.size,
        row_number() over (order by topics.query_id) as position,
    from (select distinct scores.query_id, scores.slice from scores) as topics
    inner join slices on topics.slice = slices.slice
),

run_means as (
    select
        scores.run_id,
        statistics.exact_mean(scores.value) as value,
    from scores
    group by scores.run_id
),

topic_means as (
    select
        scores.query_id,
        statistics.exact_mean(scores.value) as value,
    from scores
    group by scores.query_id
),

deviations as materialized (
    select
        scores.run_id,
        topics.position,
        topics.slice_no,
        statistics.difference(
            scores.value, run_means.value + topic_means.value - (select statistics.exact_mean(every.value) from scores as every)
        ) as value,
    from scores
    inner join run_means on scores.run_id = run_means.run_id
    inner join topic_means on scores.query_id = topic_means.query_id
    inner join topics on scores.query_id = topics.query_id
),

-- products of the deviations on two topics, summed over runs: the statistic of any permutation follows from these sums
products as materialized (
    select
        totals.position,
        list(totals.product order by totals.other_position) as row_of_products,
    from (
        select
            one.position,
            other.position as other_position,
            statistics.exact_sum(one.value * other.value) as product,
        from deviations as one
        inner join deviations as other on one.run_id = other.run_id
        group by one.position, other.position
    ) as totals
    group by totals.position
),

counted as materialized (
    select
        sum(slices.size)::bigint as num_topics,
        count(*) as num_slices,
        exp(lgamma(sum(slices.size) + 1) - sum(lgamma(slices.size + 1))) as num_possible,
    from slices
),

-- all arrangements, built topic by topic: `remaining` is the number of unassigned topics of each slice
extended as (
    select
        0 as position,
        []::bigint[] as slice_nos,
        (select list(slices.size order by slices.slice_no) from slices) as remaining,
    from counted
    where round(counted.num_possible) <= 20000
    union all
    select
        extended.position + 1 as position,
        list_append(extended.slice_nos, slices.slice_no) as slice_nos,
        extended.remaining[:slices.slice_no - 1]
        || [extended.remaining[slices.slice_no] - 1]
        || extended.remaining[slices.slice_no + 1:] as remaining,
    from extended
    inner join slices on extended.remaining[slices.slice_no] > 0
),

drawn as (
    select
        trials.trial,
        topics.position,
        row_number() over (
            partition by trials.trial
            order by statistics.draw_key(seed, trials.trial || '/' || topics.position), topics.position
        ) as drawn_position,
    from topics
    cross join (select unnest(range(0, trials)) as trial) as trials
    cross join counted
    where round(counted.num_possible) > 20000
),

-- one list per arrangement: the slice of each topic
arranged as materialized (
    select extended.slice_nos,
    from extended
    cross join counted
    where extended.position = counted.num_topics
    union all
    select list(topics.slice_no order by drawn.position) as slice_nos,
    from drawn
    inner join topics on drawn.drawn_position = topics.position
    group by drawn.trial
),

-- for each slice of an arrangement, a list with 1 for its topics and 0 for the others
members as materialized (
    select
        numbered.arrangement,
        slices.size,
        list_transform(
            numbered.slice_nos, lambda slice_no: case when slice_no = slices.slice_no then 1.0::double else 0 end
        ) as is_member,
    from (
        select
            row_number() over () as arrangement,
            arranged.slice_nos,
        from arranged
    ) as numbered
    cross join slices
),

statistic as (
    select
        members.arrangement,
        sum(list_inner_product(products.row_of_products, members.is_member) / members.size) as value,
    from members
    inner join products on members.is_member[products.position] = 1
    group by members.arrangement
),

observed as materialized (
    select
        statistics.exact_sum(sums.value ** 2 / slices.size) as value,
    from (
        select
            deviations.run_id,
            deviations.slice_no,
            statistics.exact_sum(deviations.value) as value,
        from deviations
        group by deviations.run_id, deviations.slice_no
    ) as sums
    inner join slices on sums.slice_no = slices.slice_no
),

compared as (
    select
        count(*) as num_arrangements,
        -- summation order changes the last digits
        count(*) filter (where statistic.value >= observed.value - 1e-9 * greatest(observed.value, 1e-3)) as num_as_large,
    from statistic
    cross join observed
),

totals as (
    select
        count(distinct deviations.run_id) as num_runs,
        case
            when count(deviations.value) = count(*) then nullif(statistics.exact_sum(deviations.value ** 2), 0)
        end as value,
    from deviations
)

select
    asked.collection,
    asked.measure,
    asked.facet,
    totals.num_runs,
    counted.num_topics,
    counted.num_slices,
    observed.value / totals.value as share,
    (counted.num_slices - 1) / nullif(counted.num_topics - 1, 0) as expected_share,
    case
        when totals.value is null or counted.num_slices < 2 then null
        when round(counted.num_possible) <= 20000 then compared.num_as_large / compared.num_arrangements
        else (1 + compared.num_as_large) / (1 + compared.num_arrangements)
    end as p_value,
    compared.num_arrangements,
    round(counted.num_possible) <= 20000 as is_exact,
from asked
cross join totals
cross join counted
cross join observed
cross join compared
where counted.num_topics > 0;
