-- One row for each step from MAP to atomized search length: how much the change of measure reorders the runs.
--
-- source: Atomized Search Length, section 4.4, Table 2 and the sentence on P@20 and MRR
-- grain: collection, technique
-- params:
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1)
--   min_ratio: minimum ratio of a better run's mean to the other run's mean
--   max_p: highest significant p-value of the t-test over topics
--   is_paired: whether the t-test is paired
-- columns:
--   technique: step: 'atomize_p', 'aggregate_docs' or 'aggregate_rates', each compared with the previous form; 'cumulative'
--     (MAP to ASL); 'P_20 to asl_g10'; or 'recip_rank to asl_g1'
--   num_runs: number of compared runs: the submitted runs, or all runs if none was submitted (judging.compared_runs)
--   delta_sort: largest change of a run's number of better runs, in percent of the number of runs
--   delta_sort_run_id: run with the largest change; the first by name if tied
--   tau_b: Kendall's tau-b between the two orders of the runs
--   delta_value: mean over runs of new value / old value, both as precisions
-- needs: runs
-- caveats: for tau, values are rounded to twelve decimals, because four decimals would tie many reciprocal search lengths.
--   Runs with an old value of 0 are excluded from delta_value
-- cost: .6 s of processor time and 250 MB with the 63 passage runs of TREC 2021; grows with the number of pairs of runs
-- example: from search_length.reordering(min_relevance := 1) where collection = 'trec2021-passages'
create or replace macro search_length.reordering(
    min_relevance := null, min_ratio := 1.1, max_p := 0.05, is_paired := true, is_padded := true
) as table
with techniques as (
    select
        unnest([
            'atomize_p',
            'aggregate_docs',
            'aggregate_rates',
            'cumulative',
            'P_20 to asl_g10',
            'recip_rank to asl_g1',
        ]) as technique,
        unnest(['map', 'atomize_p', 'aggregate_docs', 'map', 'P_20', 'recip_rank']) as old_form,
        unnest(['atomize_p', 'aggregate_docs', 'aggregate_rates', 'aggregate_rates', 'asl_g10', 'asl_g1'])
            as new_form,
),

superiors as (
    select
        form_superiors.collection,
        form_superiors.form,
        form_superiors.run_id,
        form_superiors.value,
        form_superiors.num_better,
        form_superiors.num_runs,
    from search_length.form_superiors(
        min_relevance := min_relevance, min_ratio := min_ratio, max_p := max_p, is_paired := is_paired, is_padded := is_padded
    ) as form_superiors
),

changes as (
    select
        techniques.technique,
        old_runs.collection,
        old_runs.run_id,
        old_runs.num_runs,
        round(old_runs.value, 12) as old_value,
        round(new_runs.value, 12) as new_value,
        100 * abs(new_runs.num_better - old_runs.num_better) / old_runs.num_runs as change,
    from techniques
    inner join superiors as old_runs on techniques.old_form = old_runs.form
    inner join superiors as new_runs
        on
            techniques.new_form = new_runs.form
            and old_runs.collection = new_runs.collection
            and old_runs.run_id = new_runs.run_id
)

select
    collection,
    technique,
    any_value(num_runs) as num_runs,
    max(change) as delta_sort,
    first(run_id order by change desc, run_id asc) as delta_sort_run_id,
    statistics.kendall_tau_b(list(old_value order by run_id), list(new_value order by run_id)) as tau_b,
    avg(new_value / nullif(old_value, 0)) as delta_value,
from changes
group by collection, technique;
