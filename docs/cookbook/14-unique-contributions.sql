-- Which judged items did only one team contribute to the pool?
select
    team,
    num_runs,
    num_rel,
    num_unique_rel,
from judging.unique_relevant
where collection = 'sample-passages'
order by num_unique_rel desc, team
limit 5
