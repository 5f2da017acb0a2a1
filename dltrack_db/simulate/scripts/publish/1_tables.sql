-- Takes the finished study over from the file of its progress, in the order that makes traces quick to find.
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
