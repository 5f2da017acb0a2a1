-- Adds the topics of table `written`.
insert into main.simulation_topics by name
select
    written.simulation,
    written.query_id,
    written.pool_size,
    written.num_candidates,
    written.num_judged,
    written.is_shared,
from written;
