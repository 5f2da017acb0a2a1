-- Score of the best traditional run of 2021 on short and on long topics.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from systems.query_length_scores
-- grain: task
-- columns:
--   best_trad_short: highest mean NDCG@10 of a traditional run over the short topics
--   best_trad_long: highest mean NDCG@10 of a traditional run over the long topics
--   difference: best_trad_short - best_trad_long
-- caveats: loaded runs only; the best runs on the two subsets may differ
-- example: from exhibits.d_s11
create or replace view exhibits.d_s11 as
select
    collections.task,
    max(scores.ndcg_cut_10_short) as best_trad_short,
    max(scores.ndcg_cut_10_long) as best_trad_long,
    max(scores.ndcg_cut_10_short) - max(scores.ndcg_cut_10_long) as difference,
from systems.query_length_scores as scores
inner join catalog.track_collections as collections on scores.collection = collections.collection
where collections.year = 2021 and scores.category = 'trad'
group by collections.task
order by collections.task;
