-- The run of variables `collection` and `run_id`: topic, Q0, document, rank, score, tag; every digit of the score is kept.
select
    rankings.query_id,
    'Q0' as literal,
    rankings.doc_id,
    rankings.submitted_rank,
    rankings.score,
    coalesce(runs.tag, rankings.run_id) as tag,
from main.rankings
inner join main.runs
    on rankings.collection = runs.collection and rankings.run_id = runs.run_id
where rankings.collection = getvariable('collection') and rankings.run_id = getvariable('run_id')
order by rankings.query_id, rankings.submitted_rank, rankings.rank;
