-- One row for each label of simulated judging, in the form of main.qrels. Each simulation and trial is a label set (variant).
--
-- source: TREC 2019 overview, section 5
-- grain: collection, variant, query_id, doc_id
-- columns:
--   variant: name of the simulation, followed by ' trial ' and the number of the trial
--   simulation, trial
--   query_id: judged topic that the simulation's stopping rule keeps
--   doc_id: judged item
--   relevance: official grade; 0 for an item without an official label
-- needs: studies
-- caveats: uses the stopping rule of the simulation; for other rules, see judging.simulation_stops
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
