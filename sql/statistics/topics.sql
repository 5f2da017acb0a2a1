-- The topics that runs of a collection are compared over: the judged ones.
--
-- source: metrics.topics, main.stand_in_scores
-- grain: collection, query_id
-- columns:
--   query_id
-- caveats: where no official labels are loaded, those of the scores that stand in for rankings
-- example: select count(*) from statistics.topics where collection = 'trec2021-passages'
create or replace view statistics.topics as
with judged as (
    select topics.collection, topics.query_id,
    from metrics.topics() as topics
)

select collection, query_id,
from judged
union all
select distinct
    stand_in_scores.collection,
    stand_in_scores.query_id,
from main.stand_in_scores as stand_in_scores
where stand_in_scores.collection not in (select judged.collection from judged);
