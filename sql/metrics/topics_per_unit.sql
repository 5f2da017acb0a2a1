-- The factor that converts a mean difference over topics to a difference of run scores: the number of topics for a summed
-- measure, else 1.
--
-- source: metrics.over_topics
-- params:
--   summary: as in metrics.over_topics
--   num_q: number of topics
-- returns: double
-- caveats: a geometric mean is tested on logarithms, and a difference of logarithms is not a difference of scores
-- example: select metrics.topics_per_unit('sum', 53), metrics.topics_per_unit(null, 53)
create or replace macro metrics.topics_per_unit(summary, num_q) as
    case when summary = 'sum' then num_q::double else 1 end;
