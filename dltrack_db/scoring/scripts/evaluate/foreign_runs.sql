-- Those of the runs of variable `runs` of which no document id is of the form `form`, with their first id.
select
    run_topics.run_id,
    min_by(rankings.doc_id, (rankings.answer_id, rankings.rank)) as doc_id,
from store.rankings as rankings
inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id
where list_contains(getvariable('runs'), run_topics.run_id)
group by run_topics.run_id
having not bool_or(regexp_full_match(rankings.doc_id, getvariable('form')))
order by run_topics.run_id;
