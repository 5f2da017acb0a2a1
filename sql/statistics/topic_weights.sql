-- How often each topic is drawn in resamplings with replacement: one list of weights per resampling.
--
-- source: Efron 1979; the seed makes the weights reproducible (statistics.draw)
-- grain: num_topics, trial
-- params:
--   sizes: numbers of topics, as a list
--   trials: number of resamplings
-- columns:
--   num_topics: number of topics, and number of draws
--   trial: number of the resampling, from 0; in trial -1, each topic has weight 1
--   weights: how often each topic is drawn, in the order of the topics
-- caveats: a single topic is not resampled
-- example: from statistics.topic_weights([3], trials := 2)
create or replace macro statistics.topic_weights(sizes, trials := 1000, seed := 1) as table
select
    drawn.num_topics,
    drawn.trial,
    list_transform(
        range(drawn.num_topics),
        lambda topic: if(drawn.trial < 0, 1, len(list_filter(drawn.places, lambda place: place = topic)))::double
    ) as weights,
from (
    select
        known.num_topics,
        numbered.trial,
        list_transform(
            range(known.num_topics),
            lambda draw: statistics.draw(seed, numbered.trial || ':' || draw, known.num_topics)
        ) as places,
    from (select unnest(list_distinct(sizes)) as num_topics) as known
    cross join (select unnest(range(-1, trials)) as trial) as numbered
    where numbered.trial < 0 or known.num_topics > 1
) as drawn;
