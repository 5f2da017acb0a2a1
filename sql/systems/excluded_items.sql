-- Items that were left out of each loaded run's rankings because they do not count.
--
-- source: main.rankings; metrics.exclusions
-- grain: collection, run_id
-- columns:
--   num_items: items that were left out
--   num_topics: topics of which some were
--   sentence: both in words
-- needs: runs
-- caveats: only runs of which something was left out have a row
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
