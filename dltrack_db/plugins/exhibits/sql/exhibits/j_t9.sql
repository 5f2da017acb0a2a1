-- Does GPT-4o agree with itself and with people which of two answers is better, asked by all dimensions or one at a time?
--
-- source: Gienapp et al., SIGIR 2025 (Table 9); preferences.oriented
-- grain: dimension
-- columns:
--   dimension: what the answers are compared by
--   combined_model: Krippendorff's alpha, ordinal, of the model with itself, asked by all dimensions at once
--   combined_people: the same of the model with people, as printed, see caveats
--   combined_rho: Spearman's correlation of its answers by one dimension with those by each, as a mean over all seven
--   individual_model: of the model with itself, asked by one dimension at a time
--   individual_people: of these answers with people, as printed
--   individual_rho: the same of answers by one dimension at a time
--   combined_people_turned: of the model with people, both turned one way
--   individual_people_turned: of the model asked by one dimension at a time, both turned one way
--   ways_of_asking: of both ways of asking, on the same order of a pair
-- needs: preferences
-- caveats: an answer to each order of a pair, the first where it was asked again; people are the votes of five workers made
--   one. The printed alphas with people come out only where pairs are brought into one order and the model's votes are
--   turned with them, but people's are not: half of these then count for the answer that lost. Turned rightly, model and
--   people agree .20 to .39 instead of -.00 to .16. The printed agreement of both ways of asking (.32 to .53) holds answers
--   against each other in the order of their lines, of which 384 of 754 are on the other order of the pair, and is not
--   computed; mean correlations count that of a dimension with itself, 1, as the paper does
-- example: select dimension, combined_people, combined_people_turned from exhibits.j_t9
create or replace view exhibits.j_t9 as
with asked as (
    select
        dimension,
        query_id,
        item,
        other,
        is_first,
        split_part(judge, '/', 2) as asking,
        preference,
    from preferences.oriented
    where collection = 'rag2024' and source = 'crowdrag25-gpt-4o' and session = 1
),

ways as (
    select
        dimension,
        statistics.krippendorff_alpha(list(answers), 'ordinal') as alpha,
    from (
        select
            dimension,
            list(preference) as answers,
        from asked
        group by dimension, query_id, item, other, is_first
    ) as shown
    group by dimension
),

correlations as (
    select
        one.asking,
        one.dimension,
        statistics.spearman(list(one.preference), list(two.preference)) as rho,
    from asked as one
    inner join asked as two
        on
            one.asking = two.asking
            and one.query_id = two.query_id
            and one.item = two.item
            and one.other = two.other
            and one.is_first = two.is_first
    group by one.asking, one.dimension, two.dimension
),

rhos as (
    select
        dimension,
        avg(rho) filter (where asking = 'combined') as combined,
        avg(rho) filter (where asking = 'individual') as individual,
    from correlations
    group by dimension
),

people as (
    select
        dimension,
        query_id,
        item,
        other,
        list(preference) as turned,
        list(case when is_first then preference else -preference end) as unturned,
    from preferences.oriented
    where collection = 'rag2024' and source = 'crowdrag25' and is_aggregate
    group by dimension, query_id, item, other
),

pairs as (
    select
        asked.dimension,
        asked.query_id,
        asked.item,
        asked.other,
        list(asked.preference) filter (where asked.asking = 'combined') as combined,
        list(asked.preference) filter (where asked.asking = 'individual') as individual,
        any_value(people.turned) as turned,
        any_value(people.unturned) as unturned,
    from asked
    inner join people
        on people.dimension = asked.dimension
        and people.query_id = asked.query_id
        and people.item = asked.item
        and people.other = asked.other
    group by asked.dimension, asked.query_id, asked.item, asked.other
)

select
    pairs.dimension,
    statistics.krippendorff_alpha(list(pairs.combined), 'ordinal') as combined_model,
    statistics.krippendorff_alpha(list(list_concat(pairs.combined, pairs.unturned)), 'ordinal') as combined_people,
    any_value(rhos.combined) as combined_rho,
    statistics.krippendorff_alpha(list(pairs.individual), 'ordinal') as individual_model,
    statistics.krippendorff_alpha(list(list_concat(pairs.individual, pairs.unturned)), 'ordinal') as individual_people,
    any_value(rhos.individual) as individual_rho,
    statistics.krippendorff_alpha(list(list_concat(pairs.combined, pairs.turned)), 'ordinal') as combined_people_turned,
    statistics.krippendorff_alpha(list(list_concat(pairs.individual, pairs.turned)), 'ordinal') as individual_people_turned,
    any_value(ways.alpha) as ways_of_asking,
from pairs
inner join rhos on pairs.dimension = rhos.dimension
inner join ways on pairs.dimension = ways.dimension
group by pairs.dimension;
