-- The names of all runs of the collections in variable `homes` (null for all), by rankings or by submitted scores.
select run_topics.run_id
from main.run_topics as run_topics
where coalesce(list_contains(getvariable('homes')::varchar[], run_topics.collection), true)
union
select scores.run_id
from main.submitted_scores as scores
where coalesce(list_contains(getvariable('homes')::varchar[], scores.collection), true)
order by run_id;
