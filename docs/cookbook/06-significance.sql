-- Which runs does chance keep apart from the best?
-- Paired t-test over topics: p_value of each test, p_corrected by Holm for all of them (statistics.footnote says of how many).
select
    run_id,
    round(mean_difference, 4) as difference,
    round(p_value, 4) as p_value,
    round(p_corrected, 4) as p_corrected,
    verdict,
from systems.board('sample-passages', significance := true)
order by difference desc, run_id
limit 6
