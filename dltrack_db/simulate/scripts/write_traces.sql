-- Adds the traces of table `written`.
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
