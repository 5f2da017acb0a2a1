-- Number of simulated qrels that the heat map of Figure 4 is computed from, and number of omitted teams.
--
-- source: SIGIR'21 resource paper, section 5
-- grain: item
-- columns:
--   item: 'heat map'
--   trials: number of simulated qrels of the document task of 2019
--   teams: number of groups of the document task; each group is omitted in one simulation
--   from_print
-- caveats: see exhibits.a_s12; the organizers are one of the teams
-- example: from exhibits.b_s5
create or replace view exhibits.b_s5 as
with teams as (
    select count(distinct systems.team_of(runs.team, runs.run_id)) as num_teams,
    from main.runs as runs
    where runs.is_submission and runs.collection = 'trec2019-docs'
)

select
    'heat map' as item,
    a_s12.docs as trials,
    teams.num_teams as teams,
    ['trials'] as from_print,
from exhibits.a_s12 as a_s12
cross join teams;
