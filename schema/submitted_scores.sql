-- Scores per topic of runs as somebody else computed them, for runs whose rankings are not public.
--
-- source: output of trec_eval -q and ndcgeval as published, or files of four columns: run, measure, topic, value
-- grain: collection, variant, source, run_id, query_id, measure
-- parents: collections
-- columns:
--   variant: labels the scores were computed by; need not be loaded
--   run_id: run, by the name that main.runs has where it is described there
--   query_id
--   measure: name as in metrics.measures
--   min_relevance: lowest grade counted as relevant; null where grades are gains (nDCG)
--   value: the score as printed
--   source: file set they came from, e.g. 'treceval'; several sources may hold the same score
--   decimals: decimals of the set, the most that one of its values is written with; null in sets that
--     dltrack 0.2 loaded and 0.3 brought forward
-- caveats: rows over all topics ('all') are never read. Scores in the conventions of the collection stand in for
--   rankings that are not loaded (labels.query_scores); the others stay apart
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
