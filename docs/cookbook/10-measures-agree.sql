-- Do two measures order the runs alike?
select
    collection,
    category,
    num_runs,
    round(tau_b, 4) as tau_b,
from systems.measure_agreement('ndcg_cut_10', 'recall_100')
where category = 'all'
order by collection
