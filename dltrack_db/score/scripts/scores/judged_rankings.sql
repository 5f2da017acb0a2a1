-- The rows of main.judged_rankings where nothing that is asked for looks at another order than that of the collection's
-- tie rule: the stored rank stands in for the positions under the other rules, which would take two sorts of all rows.
insert into main.judged_rankings by name
select
    run_topics.collection,
    qrels.variant,
    run_topics.run_id,
    run_topics.query_id,
    rankings.doc_id,
    rankings.rank,
    qrels.relevance,
    rankings.answer_id,
    rankings.rank as rank_double,
    rankings.rank as rank_submitted,
    rankings.rank as rank_ascending,
    qrels.gain,
from store.rankings as rankings
inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id
inner join main.qrels as qrels
    on run_topics.collection = qrels.collection
    and run_topics.query_id = qrels.query_id
    and rankings.doc_id = qrels.doc_id
order by qrels.variant, rankings.answer_id, rankings.rank;
