-- Those of the runs of variable `runs` of which not one item is judged.
select run_topics.run_id
from main.run_topics as run_topics
where list_contains(getvariable('runs'), run_topics.run_id)
except
select judged_rankings.run_id
from main.judged_rankings as judged_rankings
order by run_id;
