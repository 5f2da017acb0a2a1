-- One row for each run and form: the number of runs that are significantly better, by a minimum ratio of the means.
--
-- source: Atomized Search Length, section 4.4 (n of Delta-Sort)
-- grain: collection, form, run_id
-- params:
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1)
--   min_ratio: minimum ratio of the better run's mean to the other run's mean; the paper requires 10 percent more
--   max_p: highest significant p-value of the two-sided Student t-test over topics; the paper uses 5 percent
--   is_paired: true for a paired test, false for a test of two independent samples (the paper does not specify it)
-- columns:
--   form: as in search_length.form_queries
--   run_id
--   value: value of the run as a precision
--   num_better: number of runs that are better than this run
--   num_runs: number of compared runs: the submitted runs, or all runs if none was submitted (judging.compared_runs)
-- needs: runs
-- cost: .6 s of processor time and 200 MB with the 63 passage runs of TREC 2021
-- example: from search_length.form_superiors() where form = 'map' order by num_better
create or replace macro search_length.form_superiors(
    min_relevance := null, min_ratio := 1.1, max_p := 0.05, is_paired := true, is_padded := true
) as table
with runs as (
    select
        form_runs.collection,
        form_runs.form,
        form_runs.run_id,
        form_runs.value,
        form_runs.num_q,
        form_runs.mean,
        form_runs.variance,
    from search_length.form_runs(min_relevance := min_relevance, is_padded := is_padded) as form_runs
    semi join judging.compared_runs as compared_runs
        on form_runs.collection = compared_runs.collection and form_runs.run_id = compared_runs.run_id
),

clear_pairs as (
    select
        runs.collection,
        runs.form,
        runs.run_id,
        others.run_id as other_run_id,
        runs.num_q,
        others.num_q as other_num_q,
        others.mean - runs.mean as mean_difference,
        ((runs.num_q - 1) * runs.variance + (others.num_q - 1) * others.variance)
        / nullif(runs.num_q + others.num_q - 2, 0) as pooled_variance,
    from runs
    inner join runs as others
        on
            runs.collection = others.collection
            and runs.form = others.form
    where
        others.value >= min_ratio * runs.value
        and others.value > runs.value
),

topics as (
    select
        form_queries.collection,
        form_queries.form,
        form_queries.run_id,
        form_queries.query_id,
        form_queries.value,
    from search_length.form_queries(min_relevance := min_relevance, is_padded := is_padded) as form_queries
),

moments as (
    select
        clear_pairs.collection,
        clear_pairs.form,
        clear_pairs.run_id,
        clear_pairs.other_run_id,
        count(*) as num_topics,
        avg(statistics.difference(others.value, topics.value)) as difference,
        stddev_samp(statistics.difference(others.value, topics.value)) as deviation,
    from clear_pairs
    inner join topics
        on
            clear_pairs.collection = topics.collection
            and clear_pairs.form = topics.form
            and clear_pairs.run_id = topics.run_id
    inner join topics as others
        on
            clear_pairs.collection = others.collection
            and clear_pairs.form = others.form
            and clear_pairs.other_run_id = others.run_id
            and topics.query_id = others.query_id
    group by clear_pairs.collection, clear_pairs.form, clear_pairs.run_id, clear_pairs.other_run_id
),

tested as (
    select
        clear_pairs.collection,
        clear_pairs.form,
        clear_pairs.run_id,
        case
            when is_paired then moments.num_topics - 1
            else clear_pairs.num_q + clear_pairs.other_num_q - 2
        end as df,
        case
            when is_paired then moments.difference / nullif(moments.deviation / sqrt(moments.num_topics), 0)
            else clear_pairs.mean_difference / nullif(
                sqrt(clear_pairs.pooled_variance * (1 / clear_pairs.num_q + 1 / clear_pairs.other_num_q)), 0
            )
        end as t,
    from clear_pairs
    inner join moments
        on
            clear_pairs.collection = moments.collection
            and clear_pairs.form = moments.form
            and clear_pairs.run_id = moments.run_id
            and clear_pairs.other_run_id = moments.other_run_id
),

better as (
    select
        collection,
        form,
        run_id,
        count(*) as num_better,
    from tested
    -- if the difference is equal on every topic, t is undefined and the difference is certain
    where df > 0 and (t is null or statistics.student_two_sided(t, df) <= max_p)
    group by collection, form, run_id
)

select
    runs.collection,
    runs.form,
    runs.run_id,
    runs.value,
    coalesce(better.num_better, 0) as num_better,
    count(*) over (partition by runs.collection, runs.form) as num_runs,
from runs
left join better
    on
        runs.collection = better.collection
        and runs.form = better.form
        and runs.run_id = better.run_id;
