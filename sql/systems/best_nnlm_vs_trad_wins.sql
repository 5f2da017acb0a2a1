-- On how many topics the best nnlm run beats the best traditional run.
--
-- source: TREC 2019 overview, section 5 (36 of 43); TREC 2021 overview, section 4 (41 of 57 documents, 47 of 53
--     passages)
-- grain: collection
-- columns:
--   nnlm_run_id: best nnlm run by mean ndcg_cut_10
--   trad_run_id: best traditional run by mean ndcg_cut_10
--   missing_nnlm_run_id, missing_trad_run_id
--   num_queries: judged topics
--   num_wins: topics on which the nnlm run is strictly better
--   num_ties: topics on which both runs are equal
--   num_losses: topics on which the traditional run is strictly better
--   win_percent: 100 * num_wins / num_queries
-- needs: runs, categories
create or replace view systems.best_nnlm_vs_trad_wins as
select
    collection,
    nnlm_run_id,
    trad_run_id,
    missing_nnlm_run_id,
    missing_trad_run_id,
    count(*) as num_queries,
    count(*) filter (where outcome = 'win') as num_wins,
    count(*) filter (where outcome = 'tie') as num_ties,
    count(*) filter (where outcome = 'loss') as num_losses,
    100.0 * count(*) filter (where outcome = 'win') / count(*) as win_percent,
from systems.best_nnlm_vs_trad
group by collection, nnlm_run_id, trad_run_id, missing_nnlm_run_id, missing_trad_run_id;
