-- Runs of collections, one per row, loaded or only described: team, category, task and file.
--
-- source: overview tables of 2019 and 2021 (subtask, category, stage, dense, in_overview); TREC Browser (team, date, md5,
--   for TREC-COVID category and judged); the run file
-- grain: collection, run_id
-- parents: collections
-- columns:
--   collection: judged task of the run
--   run_id: name of the run: its file name without 'input.' and without .gz/.txt/.run/.res/.trec
--   tag: sixth column of the run file; does not always identify the run
--   team: participating group; 'BASELINES' for the organizers' runs
--   subtask: 'fullrank' or 'rerank'; in RAG 'retrieval', or 'auggen', 'generation' or 'qrels' for runs that are not
--     rankings; null if unknown
--   category: 'nnlm', 'nn', 'trad' (or 'prompt' from 2023); in TREC-COVID 'automatic', 'feedback' or 'manual'; null if
--     unknown
--   stage: 'single' or 'multi' stage retrieval, as self-reported in 2021; null if unknown
--   dense: whether dense retrieval was used, as self-reported in 2021; null if unknown
--   in_overview: whether the overview paper lists and plots the run; null if the paper has no list of runs
--   is_submission: true for runs submitted to TREC, false for runs added by users; in a user's own collection true, unless
--     the option --not-submitted or a note on the run sets it to false
--   submitted_on: day of submission
--   submitted_md5: MD5 sum of the file submitted to NIST (TREC Browser); for TREC-COVID the MD5 sum of the file in NIST's
--     archive, with sorted lines and without items judged before
--   judged: whether the run contributed to the pool of judged documents; null if unknown
--   source_file: file with the rankings; null if only the description is known
--   source_md5: MD5 sum of the unpacked file
-- caveats: a run without source_file has no rows in rankings, but is included in published counts of runs
create table if not exists main.runs (
    collection varchar not null,
    run_id varchar not null,
    tag varchar,
    team varchar,
    subtask varchar check (
        subtask in ('fullrank', 'rerank', 'retrieval', 'auggen', 'generation', 'qrels')
    ),
    category varchar,
    stage varchar check (stage in ('single', 'multi')),
    dense boolean,
    in_overview boolean,
    is_submission boolean not null,
    submitted_on date,
    submitted_md5 varchar,
    judged boolean,
    source_file varchar,
    source_md5 varchar
);
