-- Refreshes main.judged_rankings for the collection named by the variable `collection`.
delete from main.judged_rankings where collection = getvariable('collection');

insert into main.judged_rankings
select
    ranked.collection,
    qrels.variant,
    ranked.run_id,
    ranked.query_id,
    ranked.doc_id,
    ranked.rank,
    qrels.relevance,
from metrics.ranked as ranked
inner join main.qrels as qrels
    on ranked.collection = qrels.collection
    and ranked.query_id = qrels.query_id
    and ranked.doc_id = qrels.doc_id
where ranked.collection = getvariable('collection');
