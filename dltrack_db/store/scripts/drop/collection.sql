-- Removes the collections in variable `names` with all their data. The statements of parts and plug-ins (`drop_collections` in
-- sqlfiles/part_queries.py) run before this script.
delete from main.loads where list_contains(getvariable('names'), collection);
delete from store.rankings
where answer_id in (select answer_id from main.run_topics where list_contains(getvariable('names'), collection));
delete from main.judged_rankings where list_contains(getvariable('names'), collection);
delete from main.run_topics where list_contains(getvariable('names'), collection);
delete from main.query_scores where list_contains(getvariable('names'), collection);
delete from main.runs where list_contains(getvariable('names'), collection);
delete from main.collection_parts
where edition not in (
    select collections.edition
    from main.collections as collections
    where not list_contains(getvariable('names'), collections.collection)
)
and edition not in (select loads.edition from main.loads as loads);
delete from main.collections where list_contains(getvariable('names'), collection);
delete from main.load_expectations where batch_id not in (select batch_id from main.loads);
