-- Teams that return one of the first ten items of a run, at most two for each item: for the runs of variable `runs_asked`, or all
-- if it is null.
delete from systems.returned_items;

insert into systems.returned_items by name
with tops as (
    select
        rankings.query_id,
        rankings.doc_id,
    from main.rankings as rankings
    where rankings.rank <= 10
)

select
    items.collection,
    items.query_id,
    items.doc_id,
    unnest(list_distinct([min(items.team), max(items.team)])) as team,
from tops
inner join dltrack.systems.returned_items as items on items.query_id = tops.query_id and items.doc_id = tops.doc_id
where
    items.collection in (
        select collections.collection
        from memory.staging.collections as collections
        anti join systems.complete_corpora as complete on complete.corpus = collections.corpus
    )
    and (
        getvariable('runs_asked') is null or list_contains(getvariable('runs_asked')::varchar[], items.run_id)
    )
group by items.collection, items.query_id, items.doc_id;
