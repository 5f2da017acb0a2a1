-- The largest effect that leaving out one team's contributions to the depth-10 pool has on the ranking of the runs.
--
-- source: TREC 2019 overview, section 5 and table 6 (smallest tau and largest drop over the omitted teams)
-- grain: collection, measure
-- columns:
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   num_teams: teams left out, one at a time
--   min_tau_b: smallest Kendall's tau-b between a ranking without a team's items and the official ranking
--   min_tau_team: team whose omission results in min_tau_b; the first by name if there are several
--   max_drop: largest number of ranks that a run loses
--   max_drop_team: team whose omission results in max_drop; the first by name if there are several
-- needs: runs
-- caveats: the paper's numbers are from ten trials of active learning; the numbers here are from the released labels
-- cost: 1 s of processor time and 250 MB with the 63 passage runs of TREC 2021, because every run is scored once per team. The
--   time grows with the product of runs and teams, and the time of the correlations with the product of teams and pairs of
--   runs (10 s with 630 runs of 210 teams)
create or replace view judging.reusability as
select
    collection,
    measure,
    count(*) as num_teams,
    min(tau_b) as min_tau_b,
    first(omitted_team order by round(tau_b, 12) asc, omitted_team asc) as min_tau_team,
    max(max_drop) as max_drop,
    first(omitted_team order by max_drop desc, omitted_team asc) as max_drop_team,
from judging.leave_one_team_out
group by collection, measure;
