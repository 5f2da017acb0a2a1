-- The teams of each collection with at least one loaded ranking.
--
-- source: main.runs
-- grain: collection, team
-- columns:
--   team: team of the runs, see systems.team_of
-- needs: runs
-- example: select count(*) from systems.ranked_teams where collection = 'trec2021-passages'
create or replace view systems.ranked_teams as
select distinct
    runs.collection,
    systems.team_of(runs.team, runs.run_id) as team,
from main.runs as runs
where runs.source_file is not null;
