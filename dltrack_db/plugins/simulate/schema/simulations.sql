-- One row for each simulation of judging, with its options and seed. A command creates a study: a simulation with all teams,
-- and with --leave-out-teams a further simulation without each team.
--
-- source: dltrack simulate; procedure as in the TREC 2019 overview, section 5
-- grain: simulation
-- parents: collections
-- columns:
--   simulation: name of the simulation: the name of the study, followed by ' without ' and the team if a team is omitted
--   study: name of the study
--   collection
--   strategy: method that chooses the next item: 'cal' (a learner), 'pool', 'move-to-front', 'bandit' or 'random'
--   omitted_team: team whose runs are not pooled; null if no team is omitted
--   seed: seed of all random draws, together with trial and topic
--   num_trials: number of trials
--   stop_rule: stopping rule of a topic: 'heuristic', 'official', 'budget:K', 'fixed:J' or 'all', see
--     judging.simulation_stops
--   growth: judgments added for each known relevant item, for the rule 'heuristic'
--   batch: number of judgments between two trainings: 'bmi' (1, 2, 3, … growing by a tenth) or a number; null without a
--     learner
--   pool_depth: depth of the pool: number of top items of each run that are pooled
--   pooled_runs: 'submitted' if the submitted runs are pooled; 'loaded' for all loaded runs, if no run is submitted
--   num_runs: number of pooled runs
--   candidates: items that may be judged: 'judged', 'retrieved' or 'corpus', see docs/simulate.md
--   text_source: file or corpus with the texts for the learner; null without a learner
--   num_texts: number of texts for the learner; null without a learner
--   learner: learner, or priority rule of the strategy, in words; null for other strategies
--   qrels_variant: label set used as the assessor's answers
--   min_relevance: lowest relevant grade
--   fingerprint: md5 of all options, of the labels and runs used, and of the library versions; simulations with equal
--     fingerprints have equal traces
--   dltrack_version: version of dltrack
--   library_versions: versions of Python, numpy, scikit-learn and scipy
--   started_at: start time of the first trace
--   finished_at: end time of the last trace; null before
--   is_complete: whether all traces are stored; always true in a database, because only complete studies are copied into it
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
