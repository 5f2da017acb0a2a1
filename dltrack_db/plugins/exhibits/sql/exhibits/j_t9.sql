-- One row for each dimension: agreement of GPT-4o with itself and with people on which of two answers is better. The model
-- was asked with one prompt for all dimensions (combined), and with one prompt per dimension (individual).
--
-- source: Gienapp et al., SIGIR 2025 (Table 9); preferences.oriented
-- grain: dimension
-- columns:
--   dimension: criterion of the comparison
--   combined_model: Krippendorff's alpha, ordinal, of the model with itself, combined prompt
--   combined_people: alpha of the model with people as computed in the paper (see caveats), combined prompt
--   combined_rho: Spearman's correlation between the model's votes by this dimension and by another dimension: mean over
--     all seven dimensions, combined prompt
--   individual_model: alpha of the model with itself, individual prompts
--   individual_people: alpha of the model with people as computed in the paper, individual prompts
--   individual_rho: mean of Spearman's correlation between dimensions, individual prompts
--   combined_people_turned: alpha of the model with people, with all votes converted to one order, combined prompt
--   individual_people_turned: alpha of the model with people, with all votes converted to one order, individual prompts
--   ways_of_asking: alpha between combined and individual prompts, on the same order of a pair
-- needs: preferences
-- caveats: Each order of a pair has one vote of the model (the first vote, if the model was asked twice) and one aggregated
--   vote of five workers. The printed alphas with people are wrong: they are reproduced only if the model's votes are
--   converted to one order of the pair and the people's votes are not, so that half of the people's votes are attributed to
--   the wrong answer. With a correct conversion, alpha is .20 to .39 instead of -.00 to .16. The printed agreement of combined
--   and individual prompts (.32 to .53) is not computed: it pairs votes line by line, although 384 of 754 lines are on
--   different orders of a pair. As in the paper, mean correlations include the correlation of a dimension with itself, 1.
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
