-- Numbers of judged and relevant items that each team alone contributed to the depth-10 pool.
--
-- source: TREC 2019 overview, section 5 (Leave-Out-Uniques over depth-10 pools)
-- grain: collection, team
-- columns:
--   team: participating group, see systems.team_of; the organizers' runs form one team
--   num_runs: submitted runs of the team that are loaded
--   num_judged: different judged items among the first ten of the team's runs
--   num_rel: relevant items among the first ten of the team's runs
--   num_unique_judged: judged items that are among the first ten of no other team's runs
--   num_unique_rel: relevant items that are among the first ten of no other team's runs
-- needs: runs
-- caveats: correct only if all submitted runs are loaded; judging.unique_items accepts other depths
create or replace view judging.unique_relevant as
with
teams as (
    select
        runs.collection,
        systems.team_of(runs.team, runs.run_id) as team,
        count(*) as num_runs,
    from main.runs as runs
    where runs.is_submission and runs.source_file is not null
    group by all
),

team_items as (
    select distinct
        judged_rankings.collection,
        systems.team_of(runs.team, runs.run_id) as team,
        judged_rankings.query_id,
        judged_rankings.doc_id,
        judged_rankings.relevance >= collections.min_relevance as is_relevant,
    from main.judged_rankings
    inner join main.collections
        on
            judged_rankings.collection = collections.collection
            and judged_rankings.variant = collections.qrels_variant
    inner join main.runs
        on judged_rankings.collection = runs.collection and judged_rankings.run_id = runs.run_id
    where runs.is_submission and judged_rankings.rank <= 10
),

contributed as (
    select
        collection,
        team,
        count(*) as num_judged,
        count(*) filter (where is_relevant) as num_rel,
    from team_items
    group by collection, team
),

alone as (
    select
        collection,
        team,
        count(*) as num_judged,
        count(*) filter (where is_relevant) as num_rel,
    from judging.unique_items(10)
    group by collection, team
)

select
    teams.collection,
    teams.team,
    teams.num_runs,
    coalesce(contributed.num_judged, 0) as num_judged,
    coalesce(contributed.num_rel, 0) as num_rel,
    coalesce(alone.num_judged, 0) as num_unique_judged,
    coalesce(alone.num_rel, 0) as num_unique_rel,
from teams
left join contributed
    on teams.collection = contributed.collection and teams.team = contributed.team
left join alone
    on teams.collection = alone.collection and teams.team = alone.team;
