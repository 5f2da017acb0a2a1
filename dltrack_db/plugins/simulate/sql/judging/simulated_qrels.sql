-- Labels of simulated judging in the form of main.qrels, with a variant for each simulation and trial.
--
-- source: TREC 2019 overview, section 5
-- grain: collection, variant, query_id, doc_id
-- columns:
--   variant: name of the simulation, ' trial ' and the number of the trial
--   simulation, trial
--   query_id: judged topic that the stop rule of the simulation keeps
--   doc_id: judged item
--   relevance: the official grade; 0 for an item without an official label
-- needs: studies
-- caveats: uses the stop rule of the simulation; judging.simulation_stops has other rules
-- example: select variant, count(*) from judging.simulated_qrels group by variant order by variant
create or replace view judging.simulated_qrels as
select
    stops.collection,
    stops.simulation || ' trial ' || stops.trial as variant,
    stops.simulation,
    stops.trial,
    stops.query_id,
    traces.doc_id,
    traces.judged_as as relevance,
from judging.simulation_stops() as stops
inner join main.simulation_traces as traces
    on stops.simulation = traces.simulation
    and stops.trial = traces.trial
    and stops.query_id = traces.query_id
    and traces.step <= stops.num_labels
where stops.is_included;
