-- Preferences as labels: one row for each item, with the number of its wins as the grade.
--
-- source: Arabzadeh and Clarke, SIGIR 2025, and their repository: wins over all rounds of a judge are the label
-- grain: collection, variant, query_id, doc_id
-- columns:
--   variant: name of the label set: the judge if the judge's files contain no other judge, otherwise the file; followed by the
--     dimension if there are several dimensions
--   judge: author of the preferences; null for several judges
--   query_id
--   doc_id: document, passage or answer
--   relevance: number of wins; 0 if the item always lost
--   num_votes: number of votes on pairs with the item
-- needs: preferences
-- caveats: a tie is not a win. Items that were compared more often win more often; preferences.strengths corrects for the
--   number of comparisons
-- example: from preferences.labels where query_id = '2082' order by relevance desc
create or replace view preferences.labels as
with sets as (
    select
        collection,
        source,
        case when count(distinct judge) = 1 then any_value(judge) end as judge,
    from main.preferences
    where not is_aggregate
    group by collection, source
),

sides as (
    select
        collection,
        source,
        dimension,
        query_id,
        unnest([item, other]) as item,
        unnest([preference, -preference]) as preference,
    from preferences.oriented
    where not is_aggregate
),

counted as (
    select
        sides.collection,
        coalesce(sets.judge, sides.source) as name,
        any_value(sets.judge) as judge,
        sides.dimension,
        sides.query_id,
        sides.item,
        count(*) filter (where sides.preference = 1) as relevance,
        count(*) as num_votes,
    from sides
    inner join sets on sides.collection = sets.collection and sides.source = sets.source
    group by sides.collection, name, sides.dimension, sides.query_id, sides.item
)

select
    collection,
    case
        when count(distinct dimension) over (partition by collection, name) > 1 then concat_ws('/', name, dimension)
        else name
    end as variant,
    judge,
    query_id,
    item as doc_id,
    relevance,
    num_votes,
from counted;
