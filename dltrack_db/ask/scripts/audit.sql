-- The parts of an audit: is the first run really the best (ask/audit.py)?

-- name: first
-- One row: how certain the first rank is, the provenance of the scores, and a run with only a mean by NIST that may be better.
-- Variables: `measure`, `trials`, `seed`, `collection`.
select
    first_place.*,
    (
        select string_agg(distinct scores.provenance, ', ' order by scores.provenance)
        from metrics.query_scores as scores
        where scores.collection = getvariable('collection') and scores.measure = getvariable('measure')
    ) as provenance,
    best_runs.missing_run_id,
    best_runs.missing_value,
from statistics.first_place(
    [getvariable('measure')], trials := getvariable('trials'), seed := getvariable('seed')
) as first_place
left join systems.best_runs(getvariable('measure')) as best_runs
    on first_place.collection = best_runs.collection and best_runs.category is null
where first_place.collection = getvariable('collection');

-- name: halves
-- One row per run: its ranks over random halves of the topics. Variables: `measure`, `trials`, `seed`, `collection`.
select *
from statistics.rank_stability_by(
    [getvariable('measure')], trials := getvariable('trials'), seed := getvariable('seed')
)
where collection = getvariable('collection') and resampling = 'half'
order by rank, run_id;

-- name: runs
-- One row per run: its ranks over bootstraps of the topics. Variables: `measure`, `trials`, `seed`, `collection`.
select *
from statistics.rank_stability_by(
    [getvariable('measure')], trials := getvariable('trials'), seed := getvariable('seed')
)
where collection = getvariable('collection') and resampling = 'bootstrap'
order by rank, run_id;

-- name: sizes
-- One row per number of topics: agreement of rankings of the runs. Variables: `measure`, `trials`, `seed`, `collection`.
select *
from statistics.topic_sample_agreement(
    [getvariable('measure')], trials := getvariable('trials') // 5, seed := getvariable('seed')
)
where collection = getvariable('collection')
order by num_topics;

-- name: topics
-- One row per topic: its power to discriminate between runs, worst topic first. Variables: `measure`, `collection`.
select *
from judging.topic_discrimination_by([getvariable('measure')])
where collection = getvariable('collection')
order by is_dead desc, power - against asc, query_id asc;
