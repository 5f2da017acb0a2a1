-- Items removed from each loaded run's rankings because they are excluded for their topic.
--
-- source: main.rankings; metrics.exclusions
-- grain: collection, run_id
-- columns:
--   num_items: number of removed items
--   num_topics: number of topics with removed items
--   sentence: num_items and num_topics as text
-- needs: runs
-- caveats: only runs with removed items have a row
-- example: select run_id, sentence from systems.excluded_items where collection = 'sample-passages'
create or replace view systems.excluded_items as
select
    run_topics.collection,
    run_topics.run_id,
    count(*) as num_items,
    count(distinct run_topics.query_id) as num_topics,
    systems.exclusion_sentence(num_items, num_topics) as sentence,
from store.rankings as rankings
inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id
where rankings.rank is null
group by run_topics.collection, run_topics.run_id;
