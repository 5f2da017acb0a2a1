-- Which runs answer most like BM25?
select
    other_run_id,
    round(distance, 3) as distance,
    round(correlation, 3) as correlation,
from systems.run_similarity
where collection = 'sample-passages' and run_id = 'p_bm25'
order by position
limit 5
