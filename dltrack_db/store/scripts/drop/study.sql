-- Removes the study of variable `study`.
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
