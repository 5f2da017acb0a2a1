-- One row for each run submitted to any track of TREC, as listed in NIST's TREC Browser.
--
-- source: recipe trec-browser: the pages of runs
-- grain: edition, track, task, run_id
-- columns:
--   edition: as in published.tracks
--   track: as in published.tracks
--   task: task within the track; empty if the track has only one task
--   run_id: name of the run
--   team: participating group, as printed; null if unknown
--   type: type of the run as printed, e.g. 'automatic' or 'manual', in 24 spellings; null if unknown
--   submitted_on: day of submission; null if unknown or printed without a day
--   submitted_md5: md5 of the submitted file; null if unknown
--   url: address of the run at NIST, which usually requires an account; null if unknown
--   summary_url: address of the official summary of the run's scores at NIST; null if unknown
-- caveats: the same name may occur in several tracks, and in several tasks of a track
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
