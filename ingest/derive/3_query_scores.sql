-- Refreshes main.query_scores for the collection named by the variable `collection`; reads the two tables refreshed before.
delete from main.query_scores where collection = getvariable('collection');

insert into main.query_scores
select
    scored.collection,
    scored.run_id,
    scored.query_id,
    scored.measure,
    scored.value,
from metrics.score_queries() as scored
where scored.collection = getvariable('collection');
