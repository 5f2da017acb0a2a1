-- Those of the runs of variable `runs` of which no document id is of the form `form`, with why they are refused by the
-- collection of variable `collection`.
with found as (
    select
        run_topics.run_id,
        min_by(rankings.doc_id, (rankings.answer_id, rankings.rank)) as doc_id,
    from store.rankings as rankings
    inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id
    where list_contains(getvariable('runs'), run_topics.run_id)
    group by run_topics.run_id
    having not bool_or(regexp_full_match(rankings.doc_id, getvariable('form')))
)

select
    found.run_id,
    'none of its document ids has the form of ' || getvariable('collection') || ' (' || getvariable('form')
    || '), the first is ''' || found.doc_id || '''; is it a run of another task?' as told,
from found
order by found.run_id;
