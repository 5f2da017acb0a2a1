-- Published scores per topic of runs without public rankings: one row per run, topic, measure and source.
--
-- source: output of trec_eval -q and ndcgeval as published, or files of four columns: run, measure, topic, value
-- grain: collection, variant, source, run_id, query_id, measure
-- parents: collections
-- columns:
--   variant: label set that the scores were computed with; may not be loaded
--   run_id: run, with its name in main.runs if it is described there
--   query_id
--   measure: name as in metrics.measures
--   min_relevance: lowest relevant grade; null for measures of gains (nDCG)
--   value: published score
--   source: set of files with the score, e.g. 'treceval'; several sources may have the same score
--   decimals: maximum number of decimals in the source; null for sources that dltrack 0.2 loaded and 0.3 migrated
-- caveats: rows for the mean ('all') are not loaded. Only scores by the conventions of the collection are used for runs
--   without loaded rankings (labels.query_scores)
create table if not exists main.submitted_scores (
    collection varchar not null,
    variant varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    measure varchar not null,
    min_relevance smallint,
    value double not null,
    source varchar not null,
    decimals utinyint
);
