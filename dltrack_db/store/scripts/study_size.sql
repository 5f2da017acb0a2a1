-- The study of variable `study` with its number of simulated judgments; no row when there is none.
select
    simulations.study,
    count(traces.step) as num_rows,
from main.simulations as simulations
left join main.simulation_traces as traces on simulations.simulation = traces.simulation
where simulations.study = getvariable('study')
group by simulations.study;
