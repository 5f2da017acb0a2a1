-- Which runs leave judged topics unanswered?
-- Such a topic counts 0 in every mean. Nothing is dropped silently.
select
    runs.collection,
    runs.run_id,
    count(topic_statistics.query_id) - count(run_topics.query_id) as topics_missing,
from main.runs
inner join judging.topic_statistics using (collection)
left join main.run_topics using (collection, run_id, query_id)
where runs.source_file is not null
group by runs.collection, runs.run_id
having topics_missing > 0
order by all
