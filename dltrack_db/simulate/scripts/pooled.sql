-- What the pooled runs of the collection of variable `collection` returned for its judged topics, as table `pooled`.
-- The order is the stored one, which is that of the tie rule float.
create or replace temp table pooled as
select
    rankings.query_id,
    rankings.run_id,
    compared_runs.team,
    rankings.doc_id,
    rankings.rank,
from main.rankings as rankings
inner join judging.compared_runs as compared_runs
    on rankings.collection = compared_runs.collection and rankings.run_id = compared_runs.run_id
inner join judging.topic_statistics as topics
    on rankings.collection = topics.collection and rankings.query_id = topics.query_id
where rankings.collection = getvariable('collection')
order by rankings.query_id, rankings.run_id, rankings.rank;
