-- What trec_eval 9 (9.0.4) has in its means over all topics of the labels (-c), where 10 scores topics that the run
-- leaves out like any other: yaap is 0 for them, and the sum of num_rel counts every grade from 1 on, whatever the
-- relevance level. The row with an empty query_id brings the sum to that.
update main.query_scores
set value = 0
where
    measure = 'yaap'
    and query_id not in (select run_topics.query_id from main.run_topics as run_topics);

insert into main.query_scores
select
    summed.collection,
    summed.run_id,
    '' as query_id,
    summed.measure,
    (select count(*) from main.qrels as qrels where qrels.relevance >= 1) - summed.value as value,
from (
    select
        query_scores.collection,
        query_scores.run_id,
        query_scores.measure,
        sum(query_scores.value) as value,
    from main.query_scores as query_scores
    where query_scores.measure = 'num_rel'
    group by query_scores.collection, query_scores.run_id, query_scores.measure
) as summed;
