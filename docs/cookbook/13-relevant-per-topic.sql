-- Which topics have the most relevant items, and how saturated is their judging?
select
    query_id,
    num_rel,
    num_judged,
    round(rel_ratio, 3) as rel_ratio,
    in_evaluation,
from judging.topic_statistics
where collection = 'sample-passages'
order by rel_ratio desc, query_id
limit 5
