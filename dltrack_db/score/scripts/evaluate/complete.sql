-- What trec_eval sums up as num_rel over all topics of the labels (-c): every grade from 1 on, whatever the relevance
-- level (m_num_rel.c). The row with an empty query_id brings the sum to that.
insert into main.query_scores by name
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
