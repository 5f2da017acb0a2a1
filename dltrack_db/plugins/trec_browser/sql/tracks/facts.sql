-- One row for each organizer, task, participant and link of a track of TREC. Use the links to find topics, labels and corpora.
--
-- source: main.track_facts, main.track_runs, published.tracks: NIST's TREC Browser
-- grain: edition, track, page, position
-- columns:
--   edition: as in published.tracks
--   year
--   track: as in published.tracks
--   title: name of the track
--   page: as in main.track_facts
--   position: as in main.track_facts
--   kind: as in main.track_facts
--   name: as in main.track_facts
--   description: as in main.track_facts
--   contact: as in main.track_facts
--   url: as in main.track_facts
--   num_runs: number of runs listed for the task or team; null for other kinds
-- needs: tracks
-- caveats: num_runs is null if the page of runs spells the task or team differently
-- example: select kind, name, url from tracks.facts where edition = 'trec34' and track = 'rag' and page = 'data'
create or replace view tracks.facts as
with counted as (
    select
        listed.edition,
        listed.track,
        unnest(['task', 'team']) as kind,
        unnest([listed.task, listed.team]) as name,
    from main.track_runs as listed
),

totals as (
    select
        counted.edition,
        counted.track,
        counted.kind,
        counted.name,
        count(*) as num_runs,
    from counted
    group by counted.edition, counted.track, counted.kind, counted.name
)

select
    told.edition,
    known.year,
    told.track,
    known.title,
    told.page,
    told.position,
    told.kind,
    told.name,
    told.description,
    told.contact,
    told.url,
    case when told.kind in ('task', 'team') then coalesce(totals.num_runs, 0) end as num_runs,
from main.track_facts as told
inner join published.tracks as known on known.edition = told.edition and known.track = told.track
left join totals
    on totals.edition = told.edition
    and totals.track = told.track
    and totals.kind = told.kind
    and totals.name = told.name
order by known.year, told.edition, told.track, told.page, told.position;
