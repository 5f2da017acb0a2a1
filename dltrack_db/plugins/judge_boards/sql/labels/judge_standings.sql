-- One row for each judge and run: the run's ranks by the reference and by the judge, and whether the judge rates the run
-- higher or lower than expected from the other runs.
--
-- source: labels.judged_runs; least squares regression of the judge's means on the reference means, with the 95 % prediction
--   interval of a single run
-- grain: collection, judge, measure, run_id
-- columns:
--   judge: name of the leaderboard's judge
--   measure: measure of the judge
--   run_id
--   official: mean by the reference
--   value: mean by the judge
--   official_rank: rank by the reference: 1 + number of ranked runs with a better mean; null if all ranked runs have equal
--     means
--   rank: rank by the judge: 1 + number of ranked runs with a better mean; null if all means are equal
--   shift: number of ranks that the run gains (positive) or loses (negative) by the judge
--   expected: mean that the regression line through all ranked runs predicts; null for fewer than four runs or equal means
--   low: lower end of the prediction interval
--   high: upper end of the prediction interval
--   verdict: 'over-rated' if value is above the interval, 'under-rated' if below, otherwise 'as expected'
--   unranked: reason that the run affects neither other runs' ranks nor the regression line (labels.judged_runs); null for a
--     ranked run
-- needs: runs, leaderboards
-- caveats: about one run in twenty is outside its interval by chance
-- example: from labels.judge_standings('ndcg_cut_10') where verdict <> 'as expected'
create or replace macro labels.judge_standings(truth := 'ndcg_cut_10', truth_judge := null, missing := null) as table
with runs as materialized (
    select
        judged.collection,
        judged.judge,
        judged.measure,
        judged.run_id,
        judged.official,
        judged.value,
        judged.direction,
        judged.unranked,
    from labels.judged_runs(truth := truth, truth_judge := truth_judge, missing := missing) as judged
),

lines as (
    select
        runs.collection,
        runs.judge,
        runs.measure,
        count(*) as num_runs,
        count(distinct runs.official) as num_officials,
        count(distinct runs.value) as num_values,
        avg(runs.official) as mean,
        regr_slope(runs.value, runs.official) as slope,
        regr_intercept(runs.value, runs.official) as intercept,
        regr_sxx(runs.value, runs.official) as spread,
        sqrt(greatest(
            regr_syy(runs.value, runs.official)
            - regr_sxy(runs.value, runs.official) ** 2 / nullif(regr_sxx(runs.value, runs.official), 0),
            0
        ) / nullif(count(*) - 2, 0)) as error,
    from runs
    where runs.unranked is null
    group by runs.collection, runs.judge, runs.measure
),

critical as (
    select
        sizes.num_runs,
        statistics.student_critical(sizes.num_runs - 2, 0.05) as t,
    from (select distinct lines.num_runs from lines where lines.num_runs > 3) as sizes
),

placed as (
    select
        runs.collection,
        runs.judge,
        runs.measure,
        runs.run_id,
        runs.official,
        runs.value,
        case
            when lines.num_officials > 1
                then 1 + count(*) filter (where runs.unranked is null) over (
                    partition by runs.collection, runs.judge, runs.measure order by runs.direction * runs.official desc
                    range between unbounded preceding and current row exclude group
                )
        end as official_rank,
        case
            when lines.num_values > 1
                then 1 + count(*) filter (where runs.unranked is null) over (
                    partition by runs.collection, runs.judge, runs.measure order by runs.value desc
                    range between unbounded preceding and current row exclude group
                )
        end as rank,
        case
            when critical.t is not null and lines.num_officials > 1 then lines.intercept + lines.slope * runs.official
        end as expected,
        critical.t * lines.error * sqrt(
            1 + 1 / lines.num_runs + (runs.official - lines.mean) ** 2 / nullif(lines.spread, 0)
        ) as margin,
        runs.unranked,
    from runs
    inner join lines
        on runs.collection = lines.collection and runs.judge = lines.judge and runs.measure = lines.measure
    left join critical on lines.num_runs = critical.num_runs
)

select
    placed.collection,
    placed.judge,
    placed.measure,
    placed.run_id,
    placed.official,
    placed.value,
    placed.official_rank,
    placed.rank,
    placed.official_rank - placed.rank as shift,
    placed.expected,
    placed.expected - placed.margin as low,
    placed.expected + placed.margin as high,
    case
        when round(placed.value - placed.expected - placed.margin, 12) > 0 then 'over-rated'
        when round(placed.value - placed.expected + placed.margin, 12) < 0 then 'under-rated'
        when placed.expected is not null then 'as expected'
    end as verdict,
    placed.unranked,
from placed;
