-- The runs, best first, with their teams and the 95% interval of their rank by nDCG@10. Variable: `collection`.
select
    board.run_id,
    board.team,
    stability.low_rank,
    stability.high_rank
from systems.leaderboard as board
left join statistics.rank_stability as stability
    on board.collection = stability.collection
    and board.run_id = stability.run_id
    and stability.resampling = 'bootstrap'
where board.collection = getvariable('collection')
order by round(board.ndcg_cut_10, 12) desc, board.run_id
