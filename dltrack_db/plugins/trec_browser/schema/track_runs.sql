-- The runs that were submitted to any track of TREC, as NIST's TREC Browser lists them.
--
-- source: recipe trec-browser: the pages of runs
-- grain: edition, track, task, run_id
-- columns:
--   edition: as in published.tracks
--   track: as in published.tracks
--   task: task within the track; empty where it has one only
--   run_id: name of the run
--   team: participating group, as printed; null when unknown
--   type: 'automatic', 'manual' and others, as printed in 24 spellings; null when unknown
--   submitted_on: day of submission; null when unknown or printed without a day
--   submitted_md5: md5 of the file as submitted; null when unknown
--   url: where NIST keeps the run, most for those with an account; null when nowhere
--   summary_url: where NIST keeps the official summary of its scores; null when nowhere
-- caveats: a run of one name may stand in several tracks, and in several tasks of a track
-- page: none
create table if not exists main.track_runs (
    edition varchar not null,
    track varchar not null,
    task varchar not null,
    run_id varchar not null,
    team varchar,
    type varchar,
    submitted_on date,
    submitted_md5 varchar,
    url varchar,
    summary_url varchar
);
