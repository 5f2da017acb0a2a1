-- Paired t-tests of all runs against the best one. Variable: `collection`.
select
    run_id,
    mean_difference,
    p_value,
    p_corrected,
    verdict
from systems.board(getvariable('collection'), significance := true)
where verdict is not null
order by mean_difference desc, run_id asc
