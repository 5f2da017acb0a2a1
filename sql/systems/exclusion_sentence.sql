-- Number of items that were left out because they do not count, in words.
--
-- source: dltrack
-- params:
--   num_items: items that were left out
--   num_topics: topics of which some were
-- returns: varchar
-- example: select systems.exclusion_sentence(3, 2)
create or replace macro systems.exclusion_sentence(num_items, num_topics) as
    num_items || ' item' || case when num_items = 1 then '' else 's' end || ' left out in ' || num_topics || ' topic'
    || case when num_topics = 1 then '' else 's' end;
