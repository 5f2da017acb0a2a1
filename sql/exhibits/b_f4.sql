-- How often each document run of 2019 takes each rank over all judging simulations: two heat maps.
--
-- source: SIGIR'21 resource paper, Figure 4
-- grain: measure, run_id, rank
-- columns:
--   measure: 'map' or 'P_10'
--   run_id: run, in the order of official_rank
--   official_rank: rank in the official qrels
--   rank: rank in the simulated qrels
--   num_trials: trials in which the run has this rank
-- caveats: always empty: the traces of the HiCAL simulations are not published; judging.leave_one_team_out_ranks has
--   the ranks when one team is left out of the released qrels
-- example: from exhibits.b_f4
create or replace view exhibits.b_f4 as
select
    null::varchar as measure,
    null::varchar as run_id,
    null::integer as official_rank,
    null::integer as rank,
    null::integer as num_trials,
where false;
