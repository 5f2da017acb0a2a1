-- The first document that a run returns twice for a topic. Only where two hash alike are the documents themselves compared.
with suspected as (
    select
        rankings.answer_id,
        hash(rankings.doc_id) as doc_hash,
    from store.rankings as rankings
    group by rankings.answer_id, doc_hash
    having count(*) > 1
),

repeated as (
    select
        rankings.answer_id,
        rankings.doc_id,
    from store.rankings as rankings
    semi join suspected on rankings.answer_id = suspected.answer_id
    group by rankings.answer_id, rankings.doc_id
    having count(*) > 1
)

select
    run_topics.run_id,
    run_topics.query_id,
    repeated.doc_id,
from repeated
inner join main.run_topics as run_topics on repeated.answer_id = run_topics.answer_id
order by run_topics.run_id, run_topics.query_id, repeated.doc_id
limit 1;
