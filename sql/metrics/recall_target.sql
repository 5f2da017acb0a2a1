-- The number of relevant items that a recall level asks for.
--
-- source: trec_eval 9 m_iprec_at_recall.c (adds 0.9 and truncates), trec_eval 10 (rounds)
-- params:
--   level: recall, from 0 to 1
--   num_rel: relevant items of the topic
--   rule: tie rule in force: 'trec_eval10' rounds, the others truncate
-- returns: number of items, 0 or more
-- example: select metrics.recall_target(0.25, 77, 'trec_eval9'), metrics.recall_target(0.25, 77, 'trec_eval10')
create or replace macro metrics.recall_target(level, num_rel, rule) as
    case when rule = 'trec_eval10' then round(level * num_rel) else floor(level * num_rel + 0.9::double) end;
