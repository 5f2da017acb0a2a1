-- Refreshes main.query_scores for the collections of variable `collections`; reads the two tables refreshed before.
delete from main.query_scores where list_contains(getvariable('collections'), collection);

insert into main.query_scores
select
    scored.collection,
    scored.run_id,
    scored.query_id,
    scored.measure,
    scored.value,
from metrics.score_queries() as scored
where list_contains(getvariable('collections'), scored.collection);
