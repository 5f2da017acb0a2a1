-- Leaderboard of generated answers: one row for each run and measure of nuggets, rubrics or citations, best mean first.
--
-- source: answers.answer_scores; statistics.compared_with_best
-- grain: collection, bank, judge, measure, run_id
-- columns:
--   bank: nuggets that were labelled; 'citations' for measures of support
--   judge: author of the labels
--   measure: column of answers.nugget_scores or answers.support_scores; for 'contradicted', lower values are better
--   place: rank by mean, 1 for the best; means that are equal to 12 decimals share a rank. Null for 'contradicted' if the run
--     has no labels on some topics, because the mean then covers fewer topics
--   run_id
--   team: as in main.runs
--   num_topics: number of topics that the mean covers: for 'contradicted', the topics with labels for the run; for other
--     measures, all topics that the judge labelled
--   num_labelled: number of topics with labels by the judge for the run; the run scores 0 on other topics
--   mean: mean over topics
--   low: lower end of the 95 % interval of mean, by Student's t over the topics; null for a single topic
--   high: upper end of the 95 % interval of mean; null for a single topic
--   may_be_best: whether no run is significantly better (statistics.compared_with_best); null if the run is not tested,
--     because it has no labels on some topics, it is the only run, or all runs have the same scores
--   beaten_by, behind_low, behind_high
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

critical as (
    select num_topics, statistics.student_critical(num_topics - 1, 0.05) as t
    from (select distinct num_topics from means where num_topics > 1) as sizes
),

-- a family of tests is a measure by a judge of a bank; it includes the runs whose mean covers all topics of the family
families as (
    select
        scores.*,
        concat_ws(chr(31), scores.collection, scores.bank, scores.judge) as family,
    from answers.answer_scores as scores
    semi join placed
        on scores.collection = placed.collection
        and scores.bank = placed.bank
        and scores.judge = placed.judge
        and scores.measure = placed.measure
        and scores.run_id = placed.run_id
        and placed.is_complete
),

verdicts as (
    select compared.*
    from statistics.compared_with_best(
        []::varchar[],
        others := (
            select list({
                'collection': families.family,
                'run_id': families.run_id,
                'measure': families.measure,
                'query_id': families.query_id,
                'value': case when families.measure = 'contradicted' then -families.value else families.value end
            })
            from families
        )
    ) as compared
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
    verdicts.may_be_best,
    verdicts.beaten_by,
    verdicts.low as behind_low,
    verdicts.high as behind_high,
from placed
left join main.runs as runs on runs.collection = placed.collection and runs.run_id = placed.run_id
left join critical on critical.num_topics = placed.num_topics
left join verdicts
    on verdicts.collection = concat_ws(chr(31), placed.collection, placed.bank, placed.judge)
    and verdicts.measure = placed.measure
    and verdicts.run_id = placed.run_id
order by placed.collection, placed.bank, placed.judge, placed.measure, place, placed.run_id;
