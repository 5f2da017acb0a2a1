-- Shares of the submitted runs by category, subtask and stage, for each task and for both tasks of a year together.
--
-- source: TREC 2019 overview, section 5 (44 % nnlm, 27 % nn, 29 % trad; 72 % fullrank); TREC 2021 overview, section 4
--     (76 % nnlm; 79 % fullrank)
-- grain: edition, task, attribute, level
-- columns:
--   edition: recipe of the collections, e.g. 'trec2021'
--   year
--   task: 'docs', 'passages', or 'all' for both
--   attribute: 'category', 'subtask' or 'stage'
--   level: value of the attribute
--   num_runs: submitted runs with this value
--   num_teams: groups that submitted these runs, see systems.team_of; all organizers' runs belong to one group
--   percent: share of the submitted runs whose value is known, 0 to 100
-- needs: runs
create or replace view systems.run_shares as
with
described_runs as (
    select
        collections.edition,
        collections.year,
        collections.task,
        systems.team_of(runs.team, runs.run_id) as team,
        unnest(['category', 'subtask', 'stage']) as attribute,
        unnest([runs.category, runs.subtask, runs.stage]) as level,
    from main.runs
    inner join main.collections
        on runs.collection = collections.collection
    where runs.is_submission
),

counted as (
    select
        edition,
        year,
        coalesce(task, 'all') as task,
        attribute,
        level,
        count(*) as num_runs,
        count(distinct team) as num_teams,
    from described_runs
    where level is not null
    group by grouping sets ((edition, year, task, attribute, level), (edition, year, attribute, level))
)

select
    edition,
    year,
    task,
    attribute,
    level,
    num_runs,
    num_teams,
    100.0 * num_runs / sum(num_runs) over (partition by edition, task, attribute) as percent,
from counted;
