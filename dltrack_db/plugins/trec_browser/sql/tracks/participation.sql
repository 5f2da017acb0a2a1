-- One row for each track of TREC in each year: numbers of runs, of groups, and of runs with official scores.
--
-- source: published.tracks, main.track_runs and main.track_scores: NIST's TREC Browser
-- grain: edition, track
-- columns:
--   edition: as in published.tracks
--   year
--   track: as in published.tracks
--   title: name of the track
--   num_runs: number of submitted runs; a run in several tasks is counted once per task
--   num_teams: number of different group names
--   num_scored: number of run names with official scores
--   num_scores: number of official scores
-- needs: tracks
-- caveats: no runs are listed for trec4/filtering and trec6/vlc
-- example: select year, sum(num_runs) as runs from tracks.participation group by year order by year
create or replace view tracks.participation as
with counted_runs as (
    select
        listed.edition,
        listed.track,
        count(*) as num_runs,
        count(distinct listed.team) as num_teams,
    from main.track_runs as listed
    group by listed.edition, listed.track
),

counted_scores as (
    select
        printed.edition,
        printed.track,
        count(*) as num_scores,
        count(distinct printed.run_id) as num_scored,
    from main.track_scores as printed
    group by printed.edition, printed.track
)

select
    known.edition,
    known.year,
    known.track,
    known.title,
    coalesce(counted_runs.num_runs, 0) as num_runs,
    coalesce(counted_runs.num_teams, 0) as num_teams,
    coalesce(counted_scores.num_scored, 0) as num_scored,
    coalesce(counted_scores.num_scores, 0) as num_scores,
from published.tracks as known
left join counted_runs on counted_runs.edition = known.edition and counted_runs.track = known.track
left join counted_scores on counted_scores.edition = known.edition and counted_scores.track = known.track
where exists (select 1 from main.track_runs)
order by known.year, known.edition, known.track;
