-- The judged topics of every collection in random orders. To draw n topics without replacement, take the first n of an
-- order.
--
-- source: statistics.draw_key, whose seed makes the orders reproducible
-- grain: collection, trial, query_id
-- params:
--   trials: number of orders
-- columns:
--   trial: number of the order, from 0
--   query_id
--   position: position of the topic in the order, from 1
--   num_topics: judged topics of the collection
-- example: from statistics.topic_order(10) where collection = 'trec2021-passages' and position <= 5
create or replace macro statistics.topic_order(trials := 200, seed := 1) as table
with drawn as (
    select
        topics.collection,
        topics.query_id,
        trials.trial,
        statistics.draw_key(seed, trials.trial || '/' || topics.query_id) as drawn_key,
    from statistics.topics as topics
    cross join (select unnest(range(0, trials)) as trial) as trials
)

select
    drawn.collection,
    drawn.trial,
    drawn.query_id,
    row_number() over (
        partition by drawn.collection, drawn.trial order by drawn.drawn_key, drawn.query_id
    ) as position,
    count(*) over (partition by drawn.collection, drawn.trial) as num_topics,
from drawn;
