-- The ranks of each run over bootstraps of the topics. Variables: `measure`, `trials`, `seed`, `collection`.
select *
from statistics.rank_stability_by(
    [getvariable('measure')], trials := getvariable('trials'), seed := getvariable('seed')
)
where collection = getvariable('collection') and resampling = 'bootstrap'
order by rank, run_id
