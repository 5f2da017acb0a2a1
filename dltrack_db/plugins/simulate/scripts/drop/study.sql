-- Drop a study of simulated judging.

-- name: size
-- Name and number of simulated judgments of study `study`; no row if the study does not exist.
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
