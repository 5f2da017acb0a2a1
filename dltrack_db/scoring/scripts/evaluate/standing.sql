-- The place of the score of a run among the submitted ones, and among how many. Variables: `collection`, `run_id`,
-- `measure`, `score`.
select
    place.place,
    place.num_runs,
from systems.place(
    getvariable('collection'), getvariable('measure'), getvariable('score'), run_name := getvariable('run_id')
) as place;
