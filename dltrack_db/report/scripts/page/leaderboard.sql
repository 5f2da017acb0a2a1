-- The runs of a collection, best first. Variable: `collection`.
select *
from report.leaderboard(getvariable('collection'))
order by rank, run_id
