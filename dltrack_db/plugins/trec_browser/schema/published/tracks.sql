-- One row for each track of TREC in each year, as listed in NIST's TREC Browser.
--
-- source: usnistgov/trec-browser at the commits of recipe trec-browser; papers/tracks.csv
-- grain: edition, track
-- columns:
--   edition: 'trec2' to 'trec34', or 'trec-covid'; the number is not the year
--   year: year of the edition
--   track: short name of the track in the TREC Browser; for TREC-COVID, the round
--   title: full name of the track
create table if not exists published.tracks (
    edition varchar not null,
    year smallint not null,
    track varchar not null,
    title varchar not null
);
