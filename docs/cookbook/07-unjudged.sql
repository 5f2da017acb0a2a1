-- How many of the first ten items of a run are unjudged?
select
    run_id,
    round(1 - avg(value), 4) as unjudged_share,
from metrics.judged([10])
where collection = 'sample-passages'
group by run_id
order by unjudged_share desc, run_id
limit 5
