-- Text with the number of items that were removed from rankings and the number of topics concerned.
--
-- source: dltrack
-- params:
--   num_items: number of removed items
--   num_topics: number of topics with removed items
-- returns: varchar
-- example: select systems.exclusion_sentence(3, 2)
create or replace macro systems.exclusion_sentence(num_items, num_topics) as
    num_items || ' item' || case when num_items = 1 then '' else 's' end || ' removed from the rankings of ' || num_topics
    || ' topic' || case when num_topics = 1 then '' else 's' end;
