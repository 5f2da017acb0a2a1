-- Number of items that were left out of the rankings of a collection because they do not count for their topic, each once.
--
-- source: store.rankings, in which such an item has no rank; metrics.exclusions
-- grain: collection
-- columns:
--   num_items: items that were left out of at least one ranking
--   num_topics: topics of which some were
-- needs: runs
-- caveats: only collections of which something was left out have a row
-- page: stored
-- example: select num_items, num_topics from systems.exclusion_counts where collection = 'sample-passages'
create or replace view systems.exclusion_counts as
select
    items.collection,
    count(*) as num_items,
    count(distinct items.query_id) as num_topics,
from (
    select distinct
        run_topics.collection,
        run_topics.query_id,
        rankings.doc_id,
    from store.rankings as rankings
    inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id
    where rankings.rank is null
) as items
group by items.collection;
