-- How often each run takes each rank over all judging simulations of 2019: four heat maps.
--
-- source: TREC 2019 Deep Learning overview, Figure 9
-- grain: task, measure, run_id, rank
-- columns:
--   measure: 'map' or 'P_10'
--   run_id: run, in the order of official_rank
--   official_rank: rank in the official qrels
--   rank: rank in the simulated qrels
--   num_trials: trials in which the run has this rank
-- caveats: always empty: the traces of the HiCAL simulations are not published; judging.leave_one_team_out_ranks has
--   the ranks when one team is left out of the released qrels
-- example: from exhibits.a_f9
create or replace view exhibits.a_f9 as
select
    null::varchar as task,
    null::varchar as measure,
    null::varchar as run_id,
    null::integer as official_rank,
    null::integer as rank,
    null::integer as num_trials,
where false;
