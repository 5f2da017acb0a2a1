-- Which runs does chance keep apart from the best?
-- Paired t-test over topics, corrected by Holm for the number of runs.
select
    run_id,
    round(mean_difference, 4) as difference,
    round(p_value, 4) as p_value,
    verdict,
from systems.board('sample-passages', significance := true)
order by difference desc, run_id
limit 6
