-- One row for each simulation of the judging, with its options and seed. One command makes a study: one simulation with
-- all teams, and with --leave-out-teams one without each team.
--
-- source: dltrack simulate; the TREC 2019 overview, section 5, for the procedure
-- grain: simulation
-- parents: collections
-- columns:
--   simulation: name of the study, with ' without ' and the team if one is left out
--   study: name of the study
--   collection
--   strategy: what chooses the next item: 'cal' (a learner), 'pool', 'move-to-front', 'bandit' or 'random'
--   omitted_team: the team whose runs are left out of the pool; null for none
--   seed: seed of all random draws, together with trial and topic
--   num_trials: number of trials
--   stop_rule: when judging of a topic ends: 'heuristic', 'official', 'budget:K' or 'fixed:J', see
--     judging.simulation_stops
--   growth: of the heuristic: judgments added for each known relevant item
--   batch: judgments between two trainings: 'bmi' (1, 2, 3, … growing by a tenth) or a number; null without a learner
--   pool_depth: items from the top of each run that form the pool
--   pooled_runs: 'submitted' if only submitted runs are pooled, 'loaded' for all loaded runs if none is submitted
--   num_runs: runs pooled
--   candidates: what may be judged: 'judged', 'retrieved' or 'corpus', see docs/simulate.md
--   text_source: file or corpus that the learner read; null without a learner
--   num_texts: number of its texts; null without a learner
--   learner: learner, or rule of the bandit, in words; null for strategies without either
--   qrels_variant: the labels that replace the assessor
--   min_relevance: lowest grade that is relevant
--   fingerprint: md5 of all options, of the labels and runs used and of the library versions; equal fingerprints mean
--     equal traces
--   dltrack_version: version of dltrack
--   library_versions: versions of Python, numpy, scikit-learn and scipy
--   started_at: when the first trace was begun
--   finished_at: when the last one was done; null until then
--   is_complete: whether all its traces are present; always true in a database, because only complete studies are
--     published
create table if not exists main.simulations (
    simulation varchar primary key,
    study varchar not null,
    collection varchar not null,
    strategy varchar not null,
    omitted_team varchar,
    seed bigint not null,
    num_trials integer not null check (num_trials > 0),
    stop_rule varchar not null,
    growth double not null check (growth > 0),
    batch varchar,
    pool_depth integer not null check (pool_depth > 0),
    pooled_runs varchar not null check (pooled_runs in ('submitted', 'loaded')),
    num_runs integer not null,
    candidates varchar not null check (candidates in ('judged', 'retrieved', 'corpus')),
    text_source varchar,
    num_texts bigint,
    learner varchar,
    qrels_variant varchar not null,
    min_relevance smallint not null,
    fingerprint varchar not null,
    dltrack_version varchar not null,
    library_versions varchar not null,
    started_at timestamptz not null,
    finished_at timestamptz,
    is_complete boolean not null
);
