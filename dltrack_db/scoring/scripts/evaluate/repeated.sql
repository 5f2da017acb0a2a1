-- The first document that a run returns twice for a topic.
with repeated as (
    select
        rankings.answer_id,
        rankings.doc_id,
    from store.rankings as rankings
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
