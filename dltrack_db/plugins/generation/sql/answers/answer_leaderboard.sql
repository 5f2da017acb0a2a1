-- Leaderboard of generated answers: one row for each run and measure of nuggets, rubrics or citations, best mean first.
--
-- source: answers.answer_scores; Student 1908; Holm 1979
-- grain: collection, bank, judge, measure, run_id
-- columns:
--   bank: nuggets that were labelled; 'citations' for measures of support
--   judge: who labelled
--   measure: column of answers.nugget_scores or answers.support_scores; for 'contradicted' the lowest is best
--   place: rank by mean, 1 for the best; means that are equal to 12 decimals share it; null for 'contradicted' if the
--     run
--     has no labels on some topic, because its mean covers fewer
--   run_id
--   team: as in main.runs
--   num_topics: topics of the mean; for 'contradicted' those with labels for the run, else all that the judge labelled
--   num_labelled: topics with labels of the judge for the run; the others score 0
--   mean: mean over topics
--   low: lower end of its 95 % interval by Student's t over the topics; null for a single topic
--   high: upper end
--   p_value: two-sided paired t-test against the first of the best runs; null for that run, for a single topic, and if
--     the difference is the same on every topic, so that its spread is unknown; 1 if all differences are 0
--   p_corrected: the same corrected by Holm (1979) for all runs tested by the measure
-- needs: labels of answers
-- example: select place, run_id, mean, low, high from answers.answer_leaderboard where measure = 'all_score' order by place
create or replace view answers.answer_leaderboard as
with
means as (
    select
        collection,
        bank,
        judge,
        measure,
        run_id,
        count(value) as num_topics,
        count(*) filter (where is_labelled) as num_labelled,
        count(value) = count(*) as is_complete,
        avg(value) as mean,
        stddev_samp(value) / sqrt(count(value)) as error,
    from answers.answer_scores
    group by collection, bank, judge, measure, run_id
),

placed as (
    select
        *,
        round(case when measure = 'contradicted' then mean else -mean end, 12) as loss,
    from means
),

best as (
    select collection, bank, judge, measure, arg_min(run_id, (loss, run_id)) as run_id
    from placed
    where is_complete
    group by collection, bank, judge, measure
),

differences as (
    select
        scores.collection,
        scores.bank,
        scores.judge,
        scores.measure,
        scores.run_id,
        avg(statistics.difference(scores.value, others.value)) as mean,
        min(statistics.difference(scores.value, others.value)) as lowest,
        max(statistics.difference(scores.value, others.value)) as highest,
        stddev_samp(statistics.difference(scores.value, others.value)) / sqrt(count(*)) as error,
        count(*) as num_topics,
    from answers.answer_scores as scores
    inner join best
        on best.collection = scores.collection
        and best.bank = scores.bank
        and best.judge = scores.judge
        and best.measure = scores.measure
        and best.run_id <> scores.run_id
    inner join answers.answer_scores as others
        on others.collection = best.collection
        and others.bank = best.bank
        and others.judge = best.judge
        and others.measure = best.measure
        and others.run_id = best.run_id
        and others.query_id = scores.query_id
    where scores.value is not null
    group by scores.collection, scores.bank, scores.judge, scores.measure, scores.run_id
),

critical as (
    select num_topics, statistics.student_critical(num_topics - 1, 0.05) as t
    from (select distinct num_topics from means where num_topics > 1) as sizes
),

tested as (
    select
        *,
        case
            when highest > lowest then statistics.student_two_sided(mean / error, num_topics - 1)
            when num_topics > 1 and highest = 0 then 1
        end as p_value,
    from differences
),

stepped as (
    select
        *,
        p_value * (count(p_value) over family - row_number() over (family order by p_value, run_id) + 1) as step,
    from tested
    window family as (partition by collection, bank, judge, measure)
)

select
    placed.collection,
    placed.bank,
    placed.judge,
    placed.measure,
    case
        when placed.is_complete
            then rank() over (
                partition by placed.collection, placed.bank, placed.judge, placed.measure, placed.is_complete
                order by placed.loss
            )
    end as place,
    placed.run_id,
    runs.team,
    placed.num_topics,
    placed.num_labelled,
    placed.mean,
    placed.mean - critical.t * placed.error as low,
    placed.mean + critical.t * placed.error as high,
    stepped.p_value,
    case when stepped.p_value is not null then least(max(stepped.step) over smaller, 1) end as p_corrected,
from placed
left join main.runs as runs on runs.collection = placed.collection and runs.run_id = placed.run_id
left join critical on critical.num_topics = placed.num_topics
left join stepped
    on stepped.collection = placed.collection
    and stepped.bank = placed.bank
    and stepped.judge = placed.judge
    and stepped.measure = placed.measure
    and stepped.run_id = placed.run_id
window smaller as (
    partition by placed.collection, placed.bank, placed.judge, placed.measure
    order by stepped.p_value, placed.run_id
    rows between unbounded preceding and current row
)
order by placed.collection, placed.bank, placed.judge, placed.measure, place, placed.run_id;
