-- The runs of a collection, best first. Variable: `collection`.
select leaderboard.* exclude (collection, is_submission)
from systems.leaderboard as leaderboard
where leaderboard.collection = getvariable('collection')
order by round(leaderboard.ndcg_cut_10, 12) desc, leaderboard.run_id asc
