-- One row for each track and official measure: lowest, median and highest score, and the best run.
--
-- source: main.track_scores, main.track_runs: NIST's TREC Browser
-- grain: edition, track, summary, labels, block, measure
-- columns:
--   edition: as in published.tracks
--   year
--   track: as in published.tracks
--   summary: name of NIST's summary, e.g. 'trec_eval'
--   labels: as in main.track_scores
--   block: as in main.track_scores
--   measure: name as printed
--   num_runs: number of scored runs
--   lowest: lowest score
--   median: median score
--   highest: highest score
--   best_run: run with the highest score; the first by name if tied
--   best_team: group of best_run; null if unknown
-- needs: tracks
-- caveats: best_run is not the best run if lower values of the measure are better
-- example: select year, best_run, best_team, highest from tracks.spread where track = 'adhoc' and measure = 'map'
create or replace view tracks.spread as
with teams as (
    select
        listed.edition,
        listed.track,
        listed.run_id,
        min(listed.team) as team,
    from main.track_runs as listed
    group by listed.edition, listed.track, listed.run_id
),

spread as (
    select
        printed.edition,
        printed.track,
        printed.summary,
        printed.labels,
        printed.block,
        printed.measure,
        count(*) as num_runs,
        min(printed.value) as lowest,
        median(printed.value) as median,
        max(printed.value) as highest,
        first(printed.run_id order by printed.value desc, printed.run_id asc) as best_run,
    from main.track_scores as printed
    group by all
)

select
    spread.edition,
    known.year,
    spread.track,
    spread.summary,
    spread.labels,
    spread.block,
    spread.measure,
    spread.num_runs,
    spread.lowest,
    spread.median,
    spread.highest,
    spread.best_run,
    teams.team as best_team,
from spread
inner join published.tracks as known on known.edition = spread.edition and known.track = spread.track
left join teams
    on teams.edition = spread.edition and teams.track = spread.track and teams.run_id = spread.best_run
order by known.year, spread.edition, spread.track, spread.summary, spread.labels, spread.block, spread.measure;
