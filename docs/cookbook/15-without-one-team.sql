-- Would the order of runs hold if one team had not taken part?
select
    omitted_team,
    num_unique_rel,
    round(tau_b, 4) as tau_b,
    max_drop,
    max_drop_run_id,
from judging.leave_one_team_out
where collection = 'sample-passages' and measure = 'ndcg_cut_10'
order by tau_b, omitted_team
limit 5
