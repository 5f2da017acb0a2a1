-- Drop a study of simulated judging.

-- name: size
-- Study `study` with its number of simulated judgments; no row if there is no such study.
select
    simulations.study,
    count(traces.step) as num_rows,
from main.simulations as simulations
left join main.simulation_traces as traces on simulations.simulation = traces.simulation
where simulations.study = getvariable('study')
group by simulations.study;

-- name: drop
-- Remove study `study`.
delete from main.simulation_traces
where simulation in (
    select simulations.simulation
    from main.simulations as simulations
    where simulations.study = getvariable('study')
);
delete from main.simulation_topics
where simulation in (
    select simulations.simulation
    from main.simulations as simulations
    where simulations.study = getvariable('study')
);
delete from main.loads
where
    part = 'simulation'
    and name = getvariable('study');
delete from main.simulations where study = getvariable('study');
