-- The runs, best first. Variable: `collection`.
select run_id
from systems.leaderboard
where collection = getvariable('collection')
order by round(ndcg_cut_10, 12) desc, run_id
