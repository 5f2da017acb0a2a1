-- On how many topics does the best neural run beat the best traditional one?
select
    collection,
    nnlm_run_id,
    trad_run_id,
    missing_nnlm_run_id,
    num_wins,
    num_ties,
    num_losses,
    round(win_percent, 1) as win_percent,
from systems.best_nnlm_vs_trad_wins
order by collection
