-- One row for each topic, with its id and text as a label for figures.
--
-- source: main.queries
-- grain: collection, query_id
-- columns:
--   topic: id and text; only the id if no text is loaded
-- needs: topics
-- example: select topic from report.topic_names where collection = 'trec2021-passages' order by query_id
create or replace view report.topic_names as
select
    collections.collection,
    queries.query_id,
    concat_ws(': ', queries.query_id, nullif(queries.text, '')) as topic,
from main.collections as collections
inner join main.queries as queries on collections.query_set = queries.query_set;
