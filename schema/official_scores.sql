-- Mean scores that NIST published for every submitted run of 2019 to 2022, one row per run and measure.
--
-- source: TREC Browser (usnistgov/trec-browser), results pages of the Deep Learning track;
--   papers/official_scores.csv
-- grain: collection, run_id, summary, measure
-- columns:
--   run_id: submitted run
--   summary: section of NIST's results page: 'trec_eval', 'passages-eval' or 'ndcg' (see caveats)
--   measure: trec_eval's name of the measure
--   value: mean over the judged topics as printed, with four decimals
-- caveats: The meaning of a measure depends on the section. Documents: in 'trec_eval', grades >= 1 are relevant. Passages
--   2019: grades >= 1 are relevant in 'trec_eval', grades >= 2 (official) in 'passages-eval'. Passages 2020 to 2022:
--   'trec_eval' used qrels with grade 1 changed to 0, so its binary measures are official but its nDCG is not; the correct nDCG
--   is in 'passages-eval' (2020, 2021) or 'ndcg' (2022). The 2022 qrels include near-duplicates. Runs are not cut to 100 items.
create table if not exists main.official_scores (
    collection varchar not null,
    run_id varchar not null,
    summary varchar not null,
    measure varchar not null,
    value double not null
);
