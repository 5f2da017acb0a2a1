-- The tracks of TREC, each year for itself, as NIST's TREC Browser has them.
--
-- source: usnistgov/trec-browser at the commits that recipe trec-browser names; papers/tracks.csv
-- grain: edition, track
-- columns:
--   edition: 'trec2' to 'trec34', or 'trec-covid'; the number is not the year
--   year: year of the edition
--   track: name of the track in the browser; of TREC-COVID its round
--   title: name of the track
create table if not exists published.tracks (
    edition varchar not null,
    year smallint not null,
    track varchar not null,
    title varchar not null
);
