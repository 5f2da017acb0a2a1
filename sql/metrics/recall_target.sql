-- The number of relevant items that a recall level requires.
--
-- source: trec_eval m_iprec_at_recall.c: versions 9.0.4 to 9.0.8 add 0.9 and truncate, version 10 rounds
-- params:
--   level: recall, from 0 to 1
--   num_rel: relevant items of the topic
--   is_rounded: whether the number is rounded
-- returns: number of items, 0 or more
-- example: select metrics.recall_target(0.25, 77, false), metrics.recall_target(0.25, 77, true)
create or replace macro metrics.recall_target(level, num_rel, is_rounded) as
    case when is_rounded then round(level * num_rel) else floor(level * num_rel + 0.9::double) end;
