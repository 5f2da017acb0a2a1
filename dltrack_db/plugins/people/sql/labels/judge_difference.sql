-- Does one judge agree better with people than another judge? One row with the difference of the two kappas on the same items,
-- a test and an interval over topics.
--
-- source: J. Cohen 1960 (labels.cohen_kappa); a randomization test that exchanges the labels of the two judges, all labels
--   of a topic at once: E. S. Edgington, "Randomization Tests" (1980); B. Efron 1979 for the interval, over topics drawn
--   with replacement
-- grain: one row
-- params:
--   a: label set of the first judge
--   b: label set of the second judge
--   truth: label set that both judges are compared with; null for the official labels
--   resamples: number of random exchanges, and of resamples of the topics
-- columns:
--   difference: kappa of a minus kappa of b, each with the reference, on the items that all three label sets grade
--   low: lower end of the 95 % interval of difference; null for fewer than six topics
--   high: upper end of the 95 % interval of difference; null for fewer than six topics
--   p_value: two-sided p-value: share of exchanges with a difference at least as large as the observed one, which is included
--   num_pairs: number of topic-item pairs that all three label sets grade
--   num_topics: number of topics of these pairs
-- needs: second labels
-- caveats: topics are exchanged and drawn as a whole, because pairs of the same topic are not independent; with k topics,
--   p_value is at least 2 / 2^k
-- cost: 2 s of processor time for the 53 topics of the passages of TREC 2021
-- example: from labels.judge_difference('trec2021-passages', 'gpt-4o-umbrela-zeroshot', 'gpt-4-umbrela')
create or replace macro labels.judge_difference(collection_name, a, b, truth := null, resamples := 2000, seed := 1) as table
with named as materialized (
    select coalesce(truth, tasks.qrels_variant) as reference,
    from main.collections as tasks
    where tasks.collection = collection_name and catalog.has_collections([collection_name])
),

pairs as materialized (
    select
        judged.query_id,
        official.relevance as expected,
        [judged.relevance, other.relevance] as grades,
    from named
    inner join labels.variants as official on official.collection = collection_name and named.reference = official.variant
    inner join labels.variants as judged
        on
            official.collection = judged.collection
            and official.query_id = judged.query_id
            and official.doc_id = judged.doc_id
            and judged.variant = a
    inner join labels.variants as other
        on
            official.collection = other.collection
            and official.query_id = other.query_id
            and official.doc_id = other.doc_id
            and other.variant = b
    where official.relevance is not null and judged.relevance is not null and other.relevance is not null
),

sizes as materialized (
    select
        count(*) as num_pairs,
        count(distinct pairs.query_id) as num_topics,
        count(distinct pairs.expected) as num_expected,
        count(distinct pairs.grades[1]) as num_a,
        count(distinct pairs.grades[2]) as num_b,
    from pairs
),

problems as materialized (
    select
        case
            -- labels.has_sets reports unknown label sets
            when not list_has_all(labels.known_sets(collection_name := collection_name), [a, b, named.reference]) then null
            when a = b then '''' || a || ''' is compared with itself; name two judges'
            when named.reference in (a, b)
                then '''' || named.reference || ''' would be compared with itself; name another judge, or another label set with truth := ''NAME'''
            when sizes.num_pairs = 0
                then format(
                    '''{}'', ''{}'' and ''{}'' have no item of {} in common: they grade {}, {} and {}',
                    a,
                    b,
                    named.reference,
                    collection_name,
                    (select count(*) from labels.variants as v where v.collection = collection_name and v.variant = a),
                    (select count(*) from labels.variants as v where v.collection = collection_name and v.variant = b),
                    (select count(*) from labels.variants as v where v.collection = collection_name and v.variant = named.reference)
                )
            when least(sizes.num_expected, sizes.num_a, sizes.num_b) = 1
                then format(
                    '''{}'' assigns the same grade to all {} common items, so kappa is not defined',
                    case when sizes.num_expected = 1 then named.reference when sizes.num_a = 1 then a else b end,
                    sizes.num_pairs
                )
        end as problem,
    from named
    cross join sizes
),

counts as (
    select
        pairs.query_id,
        pairs.expected,
        sides.side,
        pairs.grades[sides.side] as given,
        count(*) as num_items,
    from pairs
    cross join (select unnest([1, 2]) as side) as sides
    group by pairs.query_id, pairs.expected, sides.side, pairs.grades[sides.side]
),

-- for each pair of grades, its counts by both judges as lists over the topics, in the same order
cells as materialized (
    select
        grades.expected,
        grades.given,
        list(coalesce(first.num_items, 0)::double order by topics.query_id) as counts_a,
        list(coalesce(second.num_items, 0)::double order by topics.query_id) as counts_b,
    from (select distinct counts.expected, counts.given, from counts) as grades
    cross join (select distinct pairs.query_id, from pairs) as topics
    left join counts as first
        on
            grades.expected = first.expected
            and grades.given = first.given
            and topics.query_id = first.query_id
            and first.side = 1
    left join counts as second
        on
            grades.expected = second.expected
            and grades.given = second.given
            and topics.query_id = second.query_id
            and second.side = 2
    group by grades.expected, grades.given
),

-- how often each topic is used with the labels of the same judge, and with those of the other judge
trials as materialized (
    select
        'drawn' as kind,
        drawn.trial,
        drawn.weights as own,
        [0::double for weight in drawn.weights] as exchanged,
    from statistics.topic_weights((select [sizes.num_topics] from sizes), trials := resamples, seed := seed) as drawn
    union all
    select
        'exchanged' as kind,
        numbered.trial,
        [1 - swapped for swapped in numbered.exchanged] as own,
        numbered.exchanged,
    from (
        select
            counted.trial,
            [
                statistics.draw(seed, 'exchange ' || counted.trial || ':' || place, 2)::double
                for place in range(sizes.num_topics)
            ] as exchanged,
        from sizes
        cross join (select unnest(range(resamples)) as trial) as counted
    ) as numbered
),

kappas as (
    select
        trials.kind,
        trials.trial,
        labels.cohen_kappa(
            list(struct_pack(
                a := cells.expected,
                b := cells.given,
                n := list_inner_product(cells.counts_a, trials.own) + list_inner_product(cells.counts_b, trials.exchanged)
            )),
            0
        ) as kappa_a,
        labels.cohen_kappa(
            list(struct_pack(
                a := cells.expected,
                b := cells.given,
                n := list_inner_product(cells.counts_b, trials.own) + list_inner_product(cells.counts_a, trials.exchanged)
            )),
            0
        ) as kappa_b,
    from trials
    cross join cells
    group by trials.kind, trials.trial
),

differences as materialized (
    select
        kappas.kind,
        kappas.trial,
        kappas.kappa_a - kappas.kappa_b as value,
    from kappas
),

observed as (
    select differences.value,
    from differences
    where differences.kind = 'drawn' and differences.trial = -1
),

summed as (
    select
        quantile_cont(differences.value, 0.025) filter (where differences.kind = 'drawn') as low,
        quantile_cont(differences.value, 0.975) filter (where differences.kind = 'drawn') as high,
        count(*) filter (
            where
                differences.kind = 'exchanged'
                and coalesce(abs(differences.value) >= abs(observed.value) - 1e-12::double, true)
        ) as num_extreme,
    from differences
    cross join observed
    where differences.trial >= 0
)

select
    observed.value as difference,
    case when sizes.num_topics >= 6 then summed.low end as low,
    case when sizes.num_topics >= 6 then summed.high end as high,
    (1 + summed.num_extreme) / (1 + resamples) as p_value,
    sizes.num_pairs,
    sizes.num_topics,
from problems
cross join named
cross join sizes
left join observed on problems.problem is null
cross join summed
where
    labels.has_sets([a, b, named.reference], collection_name)
    and case when problems.problem is null then true else error(problems.problem) end
    and labels.have_one_scale(collection_name, [a, b, named.reference]);
