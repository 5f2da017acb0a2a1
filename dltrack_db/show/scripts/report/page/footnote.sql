-- What stands under a leaderboard on which each run is held against the best by nDCG@10. Variable: `collection`.
select note
from statistics.footnote(getvariable('collection'), ['ndcg_cut_10'])
