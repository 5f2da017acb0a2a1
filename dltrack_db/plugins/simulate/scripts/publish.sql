-- Scripts that write the results of a study into its progress file, and copy them into the database.

-- name: write_topics
-- Add the topics in `written`.
insert into main.simulation_topics by name
select
    written.simulation,
    written.query_id,
    written.pool_size,
    written.num_candidates,
    written.num_judged,
    written.is_shared,
from written;

-- name: write_traces
-- Add the traces in `written`.
insert into main.simulation_traces by name
select
    written.simulation,
    written.trial,
    written.query_id,
    written.step,
    written.doc_id,
    written.judged_as,
    case when not isnan(written.score) then written.score end as score,
from written;

-- name: results
-- Copy the finished study from its progress file, sorted for fast access to traces.
insert into main.simulations by name
select simulations.* replace (now() as finished_at, true as is_complete),
from progress.main.simulations as simulations;

insert into main.simulation_topics by name
select topics.*,
from progress.main.simulation_topics as topics
order by topics.simulation, topics.query_id;

insert into main.simulation_traces by name
select traces.*,
from progress.main.simulation_traces as traces
order by traces.simulation, traces.trial, traces.query_id, traces.step;

-- Add one ledger row for the study. Variables: study, batch_id, duckdb_version.
insert into main.loads by name
with
traced as (
    select
        count(*) as measured_rows,
        sum(
            catalog.trace_digest(
                traces.simulation,
                traces.trial,
                traces.query_id,
                traces.step,
                traces.doc_id,
                traces.judged_as,
                traces.score
            )
        )::varchar as checksum,
    from main.simulation_traces as traces
    inner join main.simulations as simulations on traces.simulation = simulations.simulation
    where simulations.study = getvariable('study')
)

select
    (select coalesce(max(load_id), 0) + 1 from main.loads) as load_id,
    getvariable('batch_id') as batch_id,
    collections.edition,
    simulations.collection,
    'simulation' as part,
    simulations.study as name,
    'dltrack simulate' as source,
    0 as bytes,
    simulations.fingerprint as md5,
    'none' as verified,
    null as expected_rows,
    traced.measured_rows,
    traced.checksum,
    simulations.started_at,
    simulations.finished_at as published_at,
    simulations.dltrack_version,
    getvariable('duckdb_version') as duckdb_version,
    'none' as gx_version,
from main.simulations as simulations
inner join main.collections as collections on simulations.collection = collections.collection
cross join traced
where simulations.study = getvariable('study') and simulations.omitted_team is null;
