-- Digest of a row of main.track_runs, added to the checksum of its page.
--
-- source: catalog.digest of its columns
-- params:
--   task: task within the track
--   run_id: name of the run
--   team: participating group
--   type: type of the run as printed
--   submitted_on: day of submission
--   submitted_md5: md5 of the submitted file
--   url: address of the run at NIST
--   summary_url: address of the official summary at NIST
-- returns: whole number, see catalog.digest
-- example: select catalog.track_run_digest('passages', 'bm25', 'north', 'auto', null, null, null, null)
create or replace macro catalog.track_run_digest(task, run_id, team, type, submitted_on, submitted_md5, url, summary_url) as
    catalog.digest(
        concat(
            catalog.field(task),
            catalog.field(run_id),
            catalog.field(team),
            catalog.field(type),
            catalog.field(submitted_on),
            catalog.field(submitted_md5),
            catalog.field(url),
            catalog.field(summary_url)
        )
    );
