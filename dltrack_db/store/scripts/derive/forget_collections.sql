-- Removes all that was derived in the collections of variable `collections`, also from answers that are gone.
delete from main.query_scores
where list_contains(getvariable('collections')::varchar[], collection);

delete from main.judged_rankings
where list_contains(getvariable('collections')::varchar[], collection);
