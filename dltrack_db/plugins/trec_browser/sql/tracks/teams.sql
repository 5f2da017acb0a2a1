-- One row for each group and year of TREC: the tracks of the group, and its number of runs.
--
-- source: main.track_runs, published.tracks: NIST's TREC Browser
-- grain: team, year
-- columns:
--   team: participating group, as printed
--   year
--   num_tracks: number of tracks in which the group took part
--   num_runs: number of runs that the group submitted
--   tracks: tracks of the group as edition/track, separated by commas
--   years_so_far: number of years with runs of the group, up to this year
-- needs: tracks
-- caveats: a group with several names or spellings is counted as several groups
-- example: select team, max(years_so_far) as years from tracks.teams group by team order by years desc limit 10
create or replace view tracks.teams as
select
    listed.team,
    known.year,
    count(distinct listed.edition || '/' || listed.track) as num_tracks,
    count(*) as num_runs,
    string_agg(
        distinct listed.edition || '/' || listed.track, ', ' order by listed.edition || '/' || listed.track
    ) as tracks,
    row_number() over (partition by listed.team order by known.year) as years_so_far,
from main.track_runs as listed
inner join published.tracks as known on known.edition = listed.edition and known.track = listed.track
where listed.team is not null
group by listed.team, known.year
order by listed.team, known.year;
