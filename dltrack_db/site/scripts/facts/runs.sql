-- The runs, best first, with their teams. Variable: `collection`.
select
    run_id,
    team
from systems.leaderboard
where collection = getvariable('collection')
order by round(ndcg_cut_10, 12) desc, run_id
