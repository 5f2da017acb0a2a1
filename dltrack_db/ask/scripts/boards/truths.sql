-- What may tell the truth about a collection: measures of its runs, or of a judge. Parameters: collection, judge of truth (null
-- for the official labels).
select distinct measure
from metrics.run_scores
where $2 is null and collection = $1
union
select distinct measure
from labels.board_scores
where collection = $1 and judge = $2
order by all;
