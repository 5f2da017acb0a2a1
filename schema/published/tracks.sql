-- The tracks of TREC, each year for itself: what there was, and the pages of NIST's TREC Browser on its runs and scores.
--
-- source: usnistgov/trec-browser at the commits that recipe trec-browser names; papers/tracks.csv
-- grain: edition, track
-- columns:
--   edition: 'trec2' to 'trec34', or 'trec-covid'; the number is not the year
--   year: year of the edition
--   track: name of the track in the browser; of TREC-COVID its round
--   title: name of the track
--   num_runs: runs that its page lists; null where there is no page of runs
--   num_scores: official scores that its page prints; null where there is no page of scores
--   runs_bytes: size of its page of runs
--   runs_md5: md5 of its page of runs
--   scores_bytes: size of its page of scores
--   scores_md5: md5 of its page of scores
--   runs_page: path of its page of runs below the track's, where it is not 'runs.md'
create table if not exists published.tracks (
    edition varchar not null,
    year smallint not null,
    track varchar not null,
    title varchar not null,
    num_runs integer,
    num_scores integer,
    runs_bytes integer,
    runs_md5 varchar,
    scores_bytes integer,
    scores_md5 varchar,
    runs_page varchar
);
