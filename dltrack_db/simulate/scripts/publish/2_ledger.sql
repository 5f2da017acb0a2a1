-- One ledger row for the study. Variables: study, batch_id, duckdb_version.
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
