-- One row for each judge and measure: does the judge's leaderboard favour runs made with models of the judge's family, among
-- runs with equal reference scores?
--
-- source: circularity as in Clarke and Dietz 2024; least squares regression of the judge's means on the reference means and on
--   whether the run belongs to the judge's family; favour is the coefficient of the family, with an interval by Student's t
-- grain: collection, judge, measure
-- columns:
--   judge: name of the leaderboard's judge
--   measure: measure of the judge
--   model: model that judged
--   family: family of the model (labels.model_family)
--   num_own: number of runs whose notes name the family (labels.runs_of_families)
--   num_others: number of other runs
--   favour: difference between the judge's scores of runs of the family and of other runs, on the judge's scale; null for
--     fewer than four runs, or if all runs or no runs belong to the family
--   low: lower end of the 95 % interval of favour
--   high: upper end of the 95 % interval of favour
--   p_value: p-value of the two-sided t-test of the hypothesis that favour is 0
-- needs: runs, leaderboards, run notes
-- caveats: if the notes of a run do not name the family, the run is treated as a run of another family
-- example: from labels.judge_favours('ndcg_cut_10')
create or replace macro labels.judge_favours(truth := 'ndcg_cut_10', truth_judge := null, missing := null) as table
with runs as (
    select
        judged.collection,
        judged.judge,
        judged.measure,
        judged.model,
        labels.model_family(judged.model) as family,
        judged.official,
        judged.value,
        (own.run_id is not null)::integer as is_own,
    from labels.judged_runs(truth := truth, truth_judge := truth_judge, missing := missing) as judged
    left join labels.runs_of_families as own
        on
            judged.collection = own.collection
            and labels.model_family(judged.model) = own.family
            and judged.run_id = own.run_id
    where labels.model_family(judged.model) is not null and judged.unranked is null
),

-- sums of squares and products around the means
sums as (
    select
        runs.collection,
        runs.judge,
        runs.measure,
        any_value(runs.model) as model,
        any_value(runs.family) as family,
        count(*) as num_runs,
        sum(runs.is_own) as num_own,
        regr_sxx(runs.value, runs.official) as xx,
        regr_sxx(runs.value, runs.is_own) as dd,
        regr_syy(runs.value, runs.official) as yy,
        regr_sxy(runs.value, runs.official) as xy,
        regr_sxy(runs.value, runs.is_own) as dy,
        regr_sxy(runs.is_own, runs.official) as xd,
    from runs
    group by runs.collection, runs.judge, runs.measure
),

-- residuals of the judge's means and of the family after regression on the reference means
parts as (
    select
        sums.*,
        sums.dd - sums.xd ** 2 / sums.xx as own_left,
        sums.dy - sums.xd * sums.xy / sums.xx as joint_left,
        sums.yy - sums.xy ** 2 / sums.xx as value_left,
    from sums
    where sums.num_runs > 3 and sums.xx > 0
),

tested as (
    select
        parts.*,
        parts.joint_left / parts.own_left as favour,
        sqrt(greatest(parts.value_left - parts.joint_left ** 2 / parts.own_left, 0) / (parts.num_runs - 3) / parts.own_left)
            as error,
        statistics.student_critical(parts.num_runs - 3, 0.05) as t,
    from parts
    where parts.own_left > 1e-12
)

select
    sums.collection,
    sums.judge,
    sums.measure,
    sums.model,
    sums.family,
    sums.num_own::bigint as num_own,
    (sums.num_runs - sums.num_own)::bigint as num_others,
    tested.favour,
    tested.favour - tested.t * tested.error as low,
    tested.favour + tested.t * tested.error as high,
    case
        when tested.error > 0 then statistics.student_two_sided(tested.favour / tested.error, tested.num_runs - 3)
    end as p_value,
from sums
left join tested
    on sums.collection = tested.collection and sums.judge = tested.judge and sums.measure = tested.measure;
