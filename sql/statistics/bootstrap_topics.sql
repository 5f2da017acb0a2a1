-- The topics of every collection drawn with replacement, as many as the collection has: the resamples of all bootstrap
-- statistics.
--
-- source: Efron 1979; the seed makes the draws reproducible (statistics.draw)
-- grain: collection, trial, query_id
-- params:
--   trials: number of resamplings
-- columns:
--   trial: number of the resampling, from 0
--   query_id: judged topic that was drawn
--   weight: how often the topic was drawn
-- example: from statistics.bootstrap_topics(10) where collection = 'trec2021-passages' and trial = 0
create or replace macro statistics.bootstrap_topics(trials := 1000, seed := 1) as table
with topics as (
    select
        topics.collection,
        topics.query_id,
        row_number() over (partition by topics.collection order by topics.query_id) - 1 as place,
        count(*) over (partition by topics.collection) as num_topics,
    from statistics.topics as topics
)

select
    topics.collection,
    drawn.trial,
    topics.query_id,
    count(*) as weight,
from (
    select
        topics.collection,
        topics.num_topics,
        trials.trial,
        statistics.draw(seed, trials.trial || ':' || topics.place, topics.num_topics) as drawn_place,
    from topics
    cross join (select unnest(range(0, trials)) as trial) as trials
) as drawn
inner join topics on drawn.collection = topics.collection and drawn.drawn_place = topics.place
group by topics.collection, topics.query_id, drawn.trial;
