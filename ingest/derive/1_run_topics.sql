-- Refreshes main.run_topics for the collections of variable `collections`.
-- Numbers go on from those of the other collections, so that they stay unique in the database.
delete from main.run_topics
where list_contains(getvariable('collections'), collection);

insert into main.run_topics
with counted as (
    select
        rankings.collection,
        rankings.run_id,
        rankings.query_id,
        count(*) as num_ret,
    from main.rankings as rankings
    where list_contains(getvariable('collections'), rankings.collection)
    group by rankings.collection, rankings.run_id, rankings.query_id
),

used as (
    select coalesce(max(run_topics.answer_id), 0) as last_number,
    from main.run_topics as run_topics
)

select
    counted.collection,
    counted.run_id,
    counted.query_id,
    counted.num_ret,
    used.last_number + row_number() over (order by counted.run_id, counted.query_id) as answer_id,
from counted
cross join used;
