-- How certain it is that the run with rank 1 is best: how often this run is first over resampled topics, and how many other
-- runs may be best.
--
-- source: statistics.rank_trials, judging.topic_discrimination_by
-- grain: collection, measure
-- params:
--   trials: number of resamplings of each kind
--   confidence: coverage of the rank intervals
-- columns:
--   first_runs: the best tested run (systems.field) and any runs with the same score
--   share_bootstrap: share of the bootstraps in which one of first_runs is first, alone or tied; null, like all other
--     shares and num_contenders, if resampling is not informative
--   share_alone_bootstrap: share of the bootstraps in which one of first_runs is first alone; 0 for a run that has an
--     identical copy
--   share_without_others_bootstrap: share of the bootstraps in which no run outside first_runs is first; equal to
--     share_alone_bootstrap if first_runs has one run, otherwise ties among first_runs are included
--   share_half: like share_bootstrap, over random halves of the topics
--   share_alone_half: like share_alone_bootstrap, over random halves
--   share_without_others_half: like share_without_others_bootstrap, over random halves
--   num_contenders: runs whose interval of ranks over the bootstraps includes 1
--   num_runs: tested runs
--   num_topics: judged topics
--   num_dead: topics on which all runs have the same value
--   lack: why resampling is not informative (statistics.rank_information); otherwise null
-- needs: runs
-- example: from statistics.first_place(['ndcg_cut_10']) where collection = 'trec2021-passages'
create or replace macro statistics.first_place(
    measures, trials := 500, confidence := 0.95, seed := 1
) as table
with trials_of_runs as materialized (
    select
        rank_trials.collection,
        rank_trials.measure,
        rank_trials.resampling,
        rank_trials.trial,
        rank_trials.run_id,
        rank_trials.rank,
    from statistics.rank_trials(measures, trials := trials, seed := seed) as rank_trials
),

first_runs as (
    select
        field.collection,
        field.measure,
        field.run_id,
    from systems.field_by(measures) as field
    where field.untested is null
    qualify field.merit = max(field.merit) over (partition by field.collection, field.measure)
),

first_in_trials as (
    select
        trials_of_runs.collection,
        trials_of_runs.measure,
        trials_of_runs.resampling,
        trials_of_runs.trial,
        bool_or(first_runs.run_id is not null) as is_first,
        bool_and(first_runs.run_id is not null) as is_without_others,
        is_without_others and count(*) = 1 as is_alone,
    from trials_of_runs
    left join first_runs
        on trials_of_runs.collection = first_runs.collection
        and trials_of_runs.measure = first_runs.measure
        and trials_of_runs.run_id = first_runs.run_id
    where trials_of_runs.rank = 1
    group by
        trials_of_runs.collection, trials_of_runs.measure, trials_of_runs.resampling, trials_of_runs.trial
),

shares as (
    select
        first_in_trials.collection,
        first_in_trials.measure,
        avg(first_in_trials.is_first::integer) filter (where first_in_trials.resampling = 'bootstrap') as share_bootstrap,
        avg(first_in_trials.is_alone::integer) filter (where first_in_trials.resampling = 'bootstrap')
        as share_alone_bootstrap,
        avg(first_in_trials.is_without_others::integer) filter (where first_in_trials.resampling = 'bootstrap')
        as share_without_others_bootstrap,
        avg(first_in_trials.is_first::integer) filter (where first_in_trials.resampling = 'half') as share_half,
        avg(first_in_trials.is_alone::integer) filter (where first_in_trials.resampling = 'half') as share_alone_half,
        avg(first_in_trials.is_without_others::integer) filter (where first_in_trials.resampling = 'half')
        as share_without_others_half,
    from first_in_trials
    group by first_in_trials.collection, first_in_trials.measure
),

low_ranks as (
    select
        trials_of_runs.collection,
        trials_of_runs.measure,
        trials_of_runs.run_id,
        quantile_disc(trials_of_runs.rank, (1 - confidence) / 2) as low_rank,
    from trials_of_runs
    where trials_of_runs.resampling = 'bootstrap'
    group by trials_of_runs.collection, trials_of_runs.measure, trials_of_runs.run_id
),

runs as (
    select
        low_ranks.collection,
        low_ranks.measure,
        list(low_ranks.run_id order by low_ranks.run_id) filter (where first_runs.run_id is not null) as first_runs,
        count(*) filter (where low_ranks.low_rank = 1) as num_contenders,
        count(*) as num_runs,
    from low_ranks
    left join first_runs
        on low_ranks.collection = first_runs.collection
        and low_ranks.measure = first_runs.measure
        and low_ranks.run_id = first_runs.run_id
    group by low_ranks.collection, low_ranks.measure
),

topics as (
    select
        discrimination.collection,
        discrimination.measure,
        count(*) as num_topics,
        count(*) filter (where discrimination.is_dead) as num_dead,
    from judging.topic_discrimination_by(measures) as discrimination
    group by discrimination.collection, discrimination.measure
)

select
    runs.collection,
    runs.measure,
    runs.first_runs,
    case when information.lack is null then shares.share_bootstrap end as share_bootstrap,
    case when information.lack is null then shares.share_alone_bootstrap end as share_alone_bootstrap,
    case
        when information.lack is null then shares.share_without_others_bootstrap
    end as share_without_others_bootstrap,
    case when information.lack is null then shares.share_half end as share_half,
    case when information.lack is null then shares.share_alone_half end as share_alone_half,
    case when information.lack is null then shares.share_without_others_half end as share_without_others_half,
    case when information.lack is null then runs.num_contenders end as num_contenders,
    runs.num_runs,
    topics.num_topics,
    topics.num_dead,
    information.lack,
from runs
inner join shares on runs.collection = shares.collection and runs.measure = shares.measure
inner join topics on runs.collection = topics.collection and runs.measure = topics.measure
inner join statistics.rank_information(measures) as information
    on runs.collection = information.collection and runs.measure = information.measure;
