-- The same as `pooled` for collections with another tie rule, whose order has to be computed for all their rankings.
create or replace temp table pooled as
select
    ranked.query_id,
    ranked.run_id,
    compared_runs.team,
    ranked.doc_id,
    ranked.rank,
from metrics.ranked as ranked
inner join judging.compared_runs as compared_runs
    on ranked.collection = compared_runs.collection and ranked.run_id = compared_runs.run_id
inner join judging.topic_statistics as topics
    on ranked.collection = topics.collection and ranked.query_id = topics.query_id
where ranked.collection = getvariable('collection')
order by ranked.query_id, ranked.run_id, ranked.rank;
