-- Refreshes main.run_topics for the collection named by the variable `collection`.
delete from main.run_topics where collection = getvariable('collection');

insert into main.run_topics
select
    rankings.collection,
    rankings.run_id,
    rankings.query_id,
    count(*) as num_ret,
from main.rankings as rankings
where rankings.collection = getvariable('collection')
group by rankings.collection, rankings.run_id, rankings.query_id;
