-- How much the ranking of the runs changes if the items that only one team contributed to the depth-10 pool lose their labels
-- (Leave-Out-Uniques, LOU).
--
-- source: TREC 2019 overview, section 5 and table 6 (omitting one team: smallest tau, largest drop)
-- grain: collection, omitted_team, measure
-- columns:
--   omitted_team: team whose unique items lose their labels
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   num_unique_judged: judged items removed
--   num_unique_rel: relevant items removed
--   num_runs
--   tau_b: Kendall's tau-b between the two rankings of the runs
--   tau_a
--   max_drop: largest number of ranks that a run loses
--   max_drop_run_id: run that loses most ranks; the first by name if there are several
--   max_drop_omitted: largest number of ranks that a run of the omitted team loses
-- needs: runs
-- caveats: the caveats of judging.leave_one_team_out_scores apply; that macro accepts other pool depths
-- cost: 1 s of processor time and 300 MB with the 63 passage runs of TREC 2021, because every run is scored once per team. The
--   time grows with the product of runs and teams, and the time of the correlations with the product of teams and pairs of
--   runs (10 s with 630 runs of 210 teams)
create or replace view judging.leave_one_team_out as
with
orders as (
    select
        collection,
        omitted_team,
        measure,
        count(*) as num_runs,
        list(round(value, 4) order by run_id) as new_values,
        list(round(official_value, 4) order by run_id) as official_values,
        max(drop) as max_drop,
        first(run_id order by drop desc, run_id asc) as max_drop_run_id,
        max(drop) filter (where team = omitted_team) as max_drop_omitted,
    from judging.leave_one_team_out_scores(10)
    group by collection, omitted_team, measure
)

select
    orders.collection,
    orders.omitted_team,
    orders.measure,
    unique_relevant.num_unique_judged,
    unique_relevant.num_unique_rel,
    orders.num_runs,
    statistics.kendall_tau_b(orders.official_values, orders.new_values) as tau_b,
    statistics.kendall_tau_a(orders.official_values, orders.new_values) as tau_a,
    orders.max_drop,
    orders.max_drop_run_id,
    orders.max_drop_omitted,
from orders
inner join judging.unique_relevant
    on orders.collection = unique_relevant.collection and orders.omitted_team = unique_relevant.team;
