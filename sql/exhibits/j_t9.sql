-- Does GPT-4o agree with itself and with people which of two answers is better, asked by all dimensions or one at a time?
--
-- source: Gienapp et al., SIGIR 2025 (Table 9); preferences.oriented
-- grain: dimension
-- columns:
--   dimension: what the answers are compared by
--   combined_model: Krippendorff's alpha, ordinal, of the model with itself, asked by all dimensions at once
--   combined_people: the same of the model with people, as printed, see caveats
--   individual_model: of the model with itself, asked by one dimension at a time
--   individual_people: of these answers with people, as printed
--   combined_people_turned: of the model with people, both turned one way
--   individual_people_turned: of the model asked by one dimension at a time, both turned one way
-- needs: preferences
-- caveats: an answer to each order of a pair, the first where it was asked again; people are the votes of five workers made
--   one. The printed alphas with people come out only where pairs are brought into one order and the model's votes are
--   turned with them, but people's are not: half of these then count for the answer that lost. Turned rightly, model and
--   people agree .20 to .39 instead of -.00 to .16
-- example: select dimension, combined_people, combined_people_turned from exhibits.j_t9
create or replace view exhibits.j_t9 as
with asked as (
    select
        dimension,
        query_id,
        item,
        other,
        split_part(judge, '/', 2) as asking,
        preference,
    from preferences.oriented
    where collection = 'rag2024' and source = 'crowdrag25-gpt-4o' and session = 1
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
    dimension,
    statistics.krippendorff_alpha(list(combined), 'ordinal') as combined_model,
    statistics.krippendorff_alpha(list(list_concat(combined, unturned)), 'ordinal') as combined_people,
    statistics.krippendorff_alpha(list(individual), 'ordinal') as individual_model,
    statistics.krippendorff_alpha(list(list_concat(individual, unturned)), 'ordinal') as individual_people,
    statistics.krippendorff_alpha(list(list_concat(combined, turned)), 'ordinal') as combined_people_turned,
    statistics.krippendorff_alpha(list(list_concat(individual, turned)), 'ordinal') as individual_people_turned,
from pairs
group by dimension;
