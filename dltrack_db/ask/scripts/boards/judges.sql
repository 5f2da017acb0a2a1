-- The judges whose leaderboards of a collection are loaded. Parameters: collection.
select distinct judge
from labels.board_scores
where collection = $1
order by judge;
