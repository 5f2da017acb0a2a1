-- NDCG@10 of the best nnlm run and of the best traditional run on each topic.
--
-- source: TREC 2019 overview, figures 2 and 3; TREC 2021 overview, figures 3 and 4
-- grain: collection, query_id
-- columns:
--   position: position in the figure, by mean_difference from the largest down
--   nnlm_run_id: nnlm run with the highest mean ndcg_cut_10; the first by name if tied
--   trad_run_id: traditional run with the highest mean ndcg_cut_10
--   missing_nnlm_run_id, missing_trad_run_id
--   nnlm_ndcg_cut_10: value of nnlm_run_id on this topic
--   trad_ndcg_cut_10: value of trad_run_id on this topic
--   mean_difference: mean of all nnlm runs minus mean of all traditional runs on this topic
--   outcome: 'win', 'tie' or 'loss' of the nnlm run
-- needs: runs, categories
create or replace view systems.best_nnlm_vs_trad as
select
    collection,
    query_id,
    position,
    run_id_a as nnlm_run_id,
    run_id_b as trad_run_id,
    missing_run_id_a as missing_nnlm_run_id,
    missing_run_id_b as missing_trad_run_id,
    value_a as nnlm_ndcg_cut_10,
    value_b as trad_ndcg_cut_10,
    mean_difference,
    outcome,
from systems.category_duel('nnlm', 'trad', 'ndcg_cut_10');
