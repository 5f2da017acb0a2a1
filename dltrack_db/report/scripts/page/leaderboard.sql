-- The runs of a collection, best first, and whether they differ from the best beyond chance. Variable: `collection`.
select
    leaderboard.run_id,
    case
        when leaderboard.ndcg_cut_10 is not null
            then rank() over (order by round(leaderboard.ndcg_cut_10, 12) desc)
    end as rank,
    leaderboard.* exclude (collection, run_id, is_submission),
    tests.verdict as versus_best,
from systems.leaderboard as leaderboard
left join report.significance(getvariable('collection'), 'ndcg_cut_10') as tests
    on leaderboard.run_id = tests.run_id
where leaderboard.collection = getvariable('collection')
order by round(leaderboard.ndcg_cut_10, 12) desc, leaderboard.run_id asc
