-- Some collections, those with most evidence first: runs with rankings, then all runs, then topics. Variable: `collections`.
with runs as (
    select
        run_scores.collection,
        count(distinct run_scores.run_id) as runs,
        count(distinct run_scores.run_id) filter (where run_scores.provenance = 'rankings') as ranked,
    from metrics.run_scores as run_scores
    where list_contains(getvariable('collections'), run_scores.collection)
    group by run_scores.collection
),

topics as (
    select
        topic_statistics.collection,
        count(*) as topics,
    from judging.topic_statistics as topic_statistics
    where list_contains(getvariable('collections'), topic_statistics.collection)
    group by topic_statistics.collection
)

select collections.collection,
from main.collections as collections
left join runs on collections.collection = runs.collection
left join topics on collections.collection = topics.collection
where list_contains(getvariable('collections'), collections.collection)
order by
    runs.ranked desc nulls last, runs.runs desc nulls last, topics.topics desc nulls last, collections.collection asc
