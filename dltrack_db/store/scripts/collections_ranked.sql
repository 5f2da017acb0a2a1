-- Those of the collections in variable `names` that have runs, or submitted scores of runs.
select collection
from (
    select run_topics.collection
    from main.run_topics as run_topics
    union
    select scores.collection
    from main.submitted_scores as scores
) as ranked
where list_contains(getvariable('names'), collection)
order by collection
