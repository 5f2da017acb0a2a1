-- The official scores of runs of any track of TREC, as NIST's TREC Browser prints them: means over the topics.
--
-- source: recipe trec-browser: the pages of results
-- grain: edition, track, run_id, summary, labels, block, measure
-- columns:
--   edition: as in published.tracks
--   track: as in published.tracks
--   run_id: scored run; in some tracks a family of runs (trec20/session), which main.track_runs does not list
--   summary: name of NIST's summary, e.g. 'trec_eval'
--   labels: labels that the summary names; empty but in trec29 to trec31/misinfo
--   block: which of several values of the measure in one summary, from 1; what sets them apart is not told
--   measure: name as printed, most trec_eval's; may hold blanks
--   value: mean as printed
-- caveats: which labels and level a summary was computed by is not told; see main.official_scores of the Deep Learning
--   track
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
