-- Which runs are best?
-- `systems.leaderboard` follows each overview's conventions: the level of relevance, depth and measures of its tables.
select
    run_id,
    team,
    category,
    round(ndcg_cut_10, 4) as ndcg_cut_10,
    round(ap, 4) as ap,
from systems.leaderboard
where collection = 'sample-passages'
order by ndcg_cut_10 desc, run_id
limit 5
