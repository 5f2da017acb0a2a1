-- One row for each pair of judges' leaderboards: how well the two agree. Further rows compare each leaderboard with the panel
-- of all other judges.
--
-- source: labels.board_scores; the panel's score of a run is the mean of the other judges' means, which are standardised
--   within each leaderboard
-- grain: collection, judge, measure, other_judge, other_measure
-- columns:
--   judge: name of the leaderboard's judge
--   measure: measure of the judge
--   other_judge: other judge; null for the panel of all other judges
--   other_measure: measure of the other judge; null for the panel
--   num_judges: number of leaderboards compared with: 1, or the size of the panel
--   num_runs: number of runs in both leaderboards; only submitted runs, if the judge scores submitted runs
--   tau_b: Kendall's tau-b of the runs' means
--   tau_ap: AP correlation (statistics.tau_ap_b)
--   spearman: Spearman's rank correlation
-- needs: leaderboards
-- caveats: each mean is over all topics on which the judge scores the run
-- example: from labels.judge_pairs where other_judge is null order by tau_b desc
create or replace view labels.judge_pairs as
with means as materialized (
    select
        scores.collection,
        scores.judge,
        scores.measure,
        scores.run_id,
        round(avg(scores.value), 12) as value,
    from labels.board_scores as scores
    left join systems.submitted_runs as submitted
        on scores.collection = submitted.collection and scores.run_id = submitted.run_id
    group by scores.collection, scores.judge, scores.measure, scores.run_id
    qualify
        systems.unranked_reason(
            1,
            1,
            1,
            count(submitted.run_id) > 0,
            bool_or(count(submitted.run_id) > 0) over (
                partition by scores.collection, scores.judge, scores.measure
            )
        ) is null
),

standard as materialized (
    select
        means.collection,
        means.judge,
        means.measure,
        means.run_id,
        means.value,
        (means.value - avg(means.value) over board) / nullif(stddev_samp(means.value) over board, 0) as score,
    from means
    window board as (partition by means.collection, means.judge, means.measure)
),

paired as (
    select
        a.collection,
        a.judge,
        a.measure,
        b.judge as other_judge,
        b.measure as other_measure,
        1 as num_judges,
        a.run_id,
        a.value,
        b.value as other_value,
    from standard as a
    inner join standard as b
        on a.collection = b.collection and a.run_id = b.run_id and (a.judge, a.measure) <> (b.judge, b.measure)
    union all
    select
        a.collection,
        a.judge,
        a.measure,
        null as other_judge,
        null as other_measure,
        max(count(*)) over (partition by a.collection, a.judge, a.measure) as num_judges,
        a.run_id,
        a.value,
        round(avg(b.score), 12) as other_value,
    from standard as a
    inner join standard as b
        on
            a.collection = b.collection
            and a.run_id = b.run_id
            and (a.judge, a.measure) <> (b.judge, b.measure)
            and b.score is not null
    group by a.collection, a.judge, a.measure, a.run_id, a.value
    having count(*) > 1
)

select
    paired.collection,
    paired.judge,
    paired.measure,
    paired.other_judge,
    paired.other_measure,
    max(paired.num_judges) as num_judges,
    count(*) as num_runs,
    statistics.kendall_tau_b(
        list(paired.value order by paired.run_id), list(paired.other_value order by paired.run_id)
    ) as tau_b,
    statistics.tau_ap_b(list(paired.value order by paired.run_id), list(paired.other_value order by paired.run_id)) as tau_ap,
    statistics.spearman(
        list(paired.value order by paired.run_id), list(paired.other_value order by paired.run_id)
    ) as spearman,
from paired
group by paired.collection, paired.judge, paired.measure, paired.other_judge, paired.other_measure
having count(*) > 2;
