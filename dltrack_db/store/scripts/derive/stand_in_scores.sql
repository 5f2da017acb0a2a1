-- The rows of main.stand_in_scores.
select
    stand_in.collection,
    stand_in.run_id,
    stand_in.query_id,
    stand_in.measure,
    stand_in.value,
    stand_in.decimals,
from metrics.stand_in_scores as stand_in
where stand_in.is_official
order by stand_in.collection, stand_in.measure, stand_in.run_id, stand_in.query_id
