-- Number of items removed from the rankings of a collection because they are excluded for their topic. An item that several
-- rankings contain is counted once.
--
-- source: store.rankings, where such an item has no rank; metrics.exclusions
-- grain: collection
-- columns:
--   num_items: number of items removed from at least one ranking
--   num_topics: number of topics with removed items
-- needs: runs
-- caveats: only collections with removed items have a row
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
