-- Every known run of a collection: what its group said of it, and the file it was loaded from.
--
-- source: overview tables of 2019 and 2021 (subtask, category, stage, dense, in_overview); TREC Browser (team, date, md5,
--   of TREC-COVID category and judged); the run file
-- grain: collection, run_id
-- parents: collections
-- columns:
--   collection: judged task the run answers
--   run_id: name of the run: its file name without 'input.' and without .gz/.txt/.run/.res/.trec
--   tag: sixth column of the run file; does not always identify the run
--   team: participating group; 'BASELINES' for the organizers' runs
--   subtask: 'fullrank' or 'rerank'; of RAG 'retrieval', or 'auggen', 'generation' or 'qrels' of runs that are no
--     rankings; null when unknown
--   category: 'nnlm', 'nn', 'trad' (or 'prompt' from 2023); of TREC-COVID 'automatic', 'feedback' or 'manual'; null when
--     unknown
--   stage: 'single' or 'multi' stage retrieval, as self-reported in 2021; null when unknown
--   dense: whether dense retrieval was used, as self-reported in 2021; null when unknown
--   in_overview: whether the overview paper lists and plots the run; null when there is no such table
--   is_submission: true for a run submitted to TREC, false for a run somebody added to its edition; in a collection of a user's
--     own true unless --not-submitted or notes on runs say otherwise
--   submitted_on: day of submission
--   submitted_md5: md5 of the file as submitted to NIST (TREC Browser); of TREC-COVID that of NIST's archive, which
--     sorted the lines and took out what had been judged before
--   judged: whether the run was among those that the pool of documents to judge was made of; null when unknown
--   source_file: file the rankings were read from; null when only the description is known
--   source_md5: md5 of the unpacked file as read
-- caveats: a run without source_file has no rows in rankings; published counts of runs include it
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
