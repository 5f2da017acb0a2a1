-- Every item that a loaded run returns for a topic, with the team of the run.
--
-- source: main.rankings, main.runs
-- grain: collection, run_id, query_id, doc_id
-- columns:
--   team: team of the run, see systems.team_of
-- needs: runs
-- example: select count(distinct team) from systems.returned_items where collection = 'trec2021-passages'
create or replace view systems.returned_items as
select
    rankings.collection,
    rankings.run_id,
    rankings.query_id,
    rankings.doc_id,
    systems.team_of(runs.team, runs.run_id) as team,
from main.rankings as rankings
inner join main.runs as runs on runs.collection = rankings.collection and runs.run_id = rankings.run_id
where rankings.rank is not null; -- excluded items have no rank
