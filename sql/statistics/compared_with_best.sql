-- Which runs of a collection may be the best, and how far each run is behind the best run: multiple comparisons with the best.
-- A run is ruled out if a paired t-test shows that another run is better; all other runs may be best. Every leaderboard uses
-- these verdicts.
--
-- source: J. Hsu, "Multiple Comparisons: Theory and Methods" (1996), chapter 4; with one-sided paired t-tests and
--     Bonferroni's bound over the comparisons of a run, which hold if the variances of the differences are unequal
-- grain: collection, measure, run_id; untested runs have no row; a measure has no rows if only one run is tested, all tested
--   runs have the same score, or there is a single topic
-- params:
--   measures: trec_eval's names of the measures, as a list
--   runs: the runs that are compared with each other, as a list; null for the ranked and tested runs (systems.field_by). If it
--     is null, runs that are not ranked but can be tested also have a verdict, without effect on other verdicts
--   guests: scores of runs that are not in the database, as in statistics.run_pairs; each has a verdict, but no effect on other
--     verdicts
--   others: scores of systems that are not runs, such as systems that generate answers, as in statistics.run_pairs
-- columns:
--   measure, run_id
--   may_be_best: whether no run is significantly better than this run, at a level of 0.05 divided by the number of this run's
--     comparisons; true for the run with the best score
--   beaten_by: the significantly better run with the largest t; null if this run may be best
--   low: lower end of the interval for the run's distance to the best run; 0 for a run that may be best. Positive even if
--     lower values are better; for a geometric mean, a difference of logarithms
--   high: upper end of this interval
-- needs: runs
-- caveats: A run that is ruled out can score higher than a run that may be best, because its differences vary less over topics.
--   A difference that is the same on every topic is not tested, because it has no spread (statistics.t_tests)
-- example: from statistics.compared_with_best(['ndcg_cut_10']) where collection = 'sample-passages' order by high
create or replace macro statistics.compared_with_best(measures, runs := null, guests := null, others := null) as table
with pairs as (
    select
        run_pairs.*,
        count(*) over (partition by run_pairs.collection, run_pairs.measure, run_pairs.run_id) as num_comparisons,
    from statistics.run_pairs(measures, runs := runs, guests := guests, others := others) as run_pairs
),

-- each critical value of t is computed once for all runs with the same number of comparisons
criticals as (
    select
        pairs.collection,
        pairs.measure,
        pairs.num_q,
        pairs.num_comparisons,
        statistics.student_critical(pairs.num_q - 1, least(2 * 0.05::double / pairs.num_comparisons, 0.05::double))
        as critical,
    from pairs
    where pairs.num_q > 1
    group by pairs.collection, pairs.measure, pairs.num_q, pairs.num_comparisons
),

families as (
    select
        pairs.collection,
        pairs.measure,
    from pairs
    where pairs.is_member
    group by pairs.collection, pairs.measure
    having max(pairs.behind) > 0
),

compared as (
    select
        pairs.collection,
        pairs.measure,
        pairs.run_id,
        pairs.other,
        pairs.other_merit,
        pairs.behind,
        pairs.behind / pairs.standard_error as t,
        criticals.critical,
        criticals.critical * coalesce(pairs.standard_error, 0) as margin,
        metrics.topics_per_unit(summaries.summary, pairs.num_q) as topics_per_unit,
    from pairs
    inner join criticals
        on
            pairs.collection = criticals.collection
            and pairs.measure = criticals.measure
            and pairs.num_q = criticals.num_q
            and pairs.num_comparisons = criticals.num_comparisons
    semi join families on pairs.collection = families.collection and pairs.measure = families.measure
    left join metrics.summaries as summaries on metrics.base_name(pairs.measure) = summaries.name
),

verdicts as (
    select
        compared.collection,
        compared.measure,
        compared.run_id,
        coalesce(max(compared.t) <= any_value(compared.critical) + 1e-9::double, true) as may_be_best,
        arg_min(compared.other, (-compared.t, -compared.other_merit, compared.other)) as beaten_by,
        max(compared.topics_per_unit * (compared.behind - compared.margin)) filter (where compared.t is not null) as low,
    from compared
    group by compared.collection, compared.measure, compared.run_id
),

highs as (
    select
        compared.collection,
        compared.measure,
        compared.run_id,
        max(compared.topics_per_unit * (compared.behind + compared.margin)) as high,
    from compared
    inner join verdicts
        on
            compared.collection = verdicts.collection
            and compared.measure = verdicts.measure
            and compared.other = verdicts.run_id
    where verdicts.may_be_best
    group by compared.collection, compared.measure, compared.run_id
)

select
    verdicts.collection,
    verdicts.measure,
    verdicts.run_id,
    verdicts.may_be_best,
    case when not verdicts.may_be_best then verdicts.beaten_by end as beaten_by,
    case when verdicts.may_be_best then 0 else greatest(verdicts.low, 0) end as low,
    greatest(highs.high, 0) as high,
from verdicts
left join highs
    on
        verdicts.collection = highs.collection
        and verdicts.measure = highs.measure
        and verdicts.run_id = highs.run_id;
