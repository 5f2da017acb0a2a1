-- The best nnlm against the best traditional document run of 2021, topic by topic.
--
-- source: TREC 2021 Deep Learning overview, Figure 3; values from systems.best_nnlm_vs_trad
-- grain: query_id
-- columns:
--   position: order in the figure: by the mean of all nnlm runs minus the mean of all trad runs, largest first
--   query_id, nnlm_run_id, nnlm_ndcg_cut_10, trad_run_id, trad_ndcg_cut_10
--   missing_nnlm_run_id, missing_trad_run_id
--   outcome: 'win', 'tie' or 'loss' of the nnlm run
-- example: from exhibits.d_f3
create or replace view exhibits.d_f3 as
select
    duels.position,
    duels.query_id,
    duels.nnlm_run_id,
    duels.nnlm_ndcg_cut_10,
    duels.trad_run_id,
    duels.trad_ndcg_cut_10,
    duels.missing_nnlm_run_id,
    duels.missing_trad_run_id,
    duels.outcome,
from systems.best_nnlm_vs_trad as duels
where duels.collection = 'trec2021-docs'
order by duels.position;
