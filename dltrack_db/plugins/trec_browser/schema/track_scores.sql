-- One row for each official score of a run in a track of TREC, as printed in NIST's TREC Browser. Scores are means over
-- topics.
--
-- source: recipe trec-browser: the pages of results
-- grain: edition, track, run_id, summary, labels, block, measure
-- columns:
--   edition: as in published.tracks
--   track: as in published.tracks
--   run_id: scored run; in some tracks (trec20/session) a family of runs that is not in main.track_runs
--   summary: name of NIST's summary, e.g. 'trec_eval'
--   labels: name of the labels in the summary; empty except for misinfo of trec29 to trec31
--   block: number of the value, from 1, if a summary has several values of a measure; NIST does not document how they differ
--   measure: name as printed, usually trec_eval's name; may contain spaces
--   value: mean as printed
-- caveats: NIST does not document the labels and the relevance level of a summary; for the Deep Learning Track, see
--   main.official_scores
-- page: none
create table if not exists main.track_scores (
    edition varchar not null,
    track varchar not null,
    run_id varchar not null,
    summary varchar not null,
    labels varchar not null,
    block smallint not null,
    measure varchar not null,
    value double not null
);
