-- Paired t-tests of all runs against the best one. Variable: `collection`.
select
    run_id,
    mean_difference,
    p_value,
    verdict
from report.significance(getvariable('collection'), 'ndcg_cut_10')
where run_id is not null
order by mean_difference desc, run_id asc
