-- One row for each official score of a run of any track of TREC, as printed in NIST's TREC Browser: means over topics.
--
-- source: recipe trec-browser: the pages of results
-- grain: edition, track, run_id, summary, labels, block, measure
-- columns:
--   edition: as in published.tracks
--   track: as in published.tracks
--   run_id: scored run; in some tracks a family of runs (trec20/session), which main.track_runs does not list
--   summary: name of NIST's summary, e.g. 'trec_eval'
--   labels: labels in the summary; empty except for trec29 to trec31/misinfo
--   block: number of the value, from 1, if a summary has several of a measure; the difference is not documented
--   measure: name as printed, usually trec_eval's; may contain blanks
--   value: mean as printed
-- caveats: labels and relevance level of a summary are not documented; for the Deep Learning Track see
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
