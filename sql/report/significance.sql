-- Which runs of a collection differ from one of them by more than chance, in one measure.
--
-- source: paired two-sided t-test over topics, corrected by Holm (1979) for the number of runs; statistics.against_baseline
-- grain: run_id
-- params:
--   collection_name: judged task
--   measure: trec_eval's name of the measure
--   baseline: run that the others are compared with; null for the best by this measure
--   alpha: p-value below which a difference counts
-- columns:
--   baseline: run compared with; has a row of its own with mean_difference 0
--   mean_difference: mean of the run minus mean of the baseline
--   p_value: corrected p-value; null for the baseline itself
--   verdict: 'baseline', 'same' (no difference beyond chance), 'better' or 'worse'
-- needs: runs
-- example: from report.significance('trec2021-passages', 'ndcg_cut_10') where verdict in ('baseline', 'same')
create or replace macro report.significance(collection_name, measure, baseline := null, alpha := 0.05) as table
with
chosen as (
    select
        coalesce(
            baseline,
            first(run_scores.run_id order by round(run_scores.value, 12) desc, run_scores.run_id asc)
        ) as baseline_run,
    from metrics.run_scores
    where run_scores.collection = collection_name and run_scores.measure = measure
),

corrected as (
    select
        against.run_id,
        chosen.baseline_run,
        against.mean_difference,
        against.p_t_holm as p_value,
    from statistics.against_baseline((select best.baseline_run, from chosen as best), [measure]) as against
    cross join chosen
    where against.collection = collection_name
)

select
    run_id,
    baseline_run as baseline,
    mean_difference,
    p_value,
    case
        when p_value >= alpha then 'same'
        when mean_difference > 0 then 'better'
        else 'worse'
    end as verdict,
from corrected
union all
select
    baseline_run as run_id,
    baseline_run as baseline,
    0 as mean_difference,
    null as p_value,
    'baseline' as verdict,
from chosen;
