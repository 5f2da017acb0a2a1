-- One row for each run, topic and measure of nuggets, rubrics or citations: the score that leaderboards average over topics.
--
-- source: answers.nugget_scores; answers.support_scores
-- grain: collection, bank, judge, measure, run_id, query_id
-- columns:
--   bank: nuggets that were labelled; 'citations' for measures of support
--   judge: author of the labels
--   measure: column of answers.nugget_scores or answers.support_scores
--   run_id
--   query_id: topic that the judge labelled for at least one run
--   value: score; if the judge has no label for the run on the topic, 0 (the worst score), or null for 'contradicted' (whose
--     best score is 0)
--   is_labelled: whether the judge has a label for the run on the topic
-- needs: labels of answers
-- example: from answers.answer_scores where measure = 'strict_vital_score'
create or replace view answers.answer_scores as
with
measured as (
    select
        collection,
        bank,
        judge,
        subject as run_id,
        query_id,
        unnest([
            { 'measure': 'all_score', 'value': all_score },
            { 'measure': 'strict_all_score', 'value': strict_all_score },
            { 'measure': 'vital_score', 'value': vital_score },
            { 'measure': 'strict_vital_score', 'value': strict_vital_score },
            { 'measure': 'weighted_score', 'value': weighted_score },
            { 'measure': 'strict_weighted_score', 'value': strict_weighted_score },
            { 'measure': 'contradicted', 'value': contradicted },
            { 'measure': 'rubric_score', 'value': rubric_score }
        ]) as score,
    from answers.nugget_scores
    where subject_kind = 'run'
    union all
    select
        collection,
        'citations' as bank,
        judge,
        run_id,
        query_id,
        unnest([
            { 'measure': 'weighted_precision', 'value': weighted_precision },
            { 'measure': 'weighted_recall', 'value': weighted_recall },
            { 'measure': 'f1', 'value': f1 },
            { 'measure': 'sentence_precision', 'value': sentence_precision },
            { 'measure': 'contradicted', 'value': contradicted }
        ]) as score,
    from answers.support_scores
),

scored as (
    select
        collection,
        bank,
        judge,
        run_id,
        query_id,
        score.measure,
        score.value,
    from measured
    where score.value is not null
),

topics as (
    select distinct collection, bank, judge, measure, query_id
    from scored
),

runs as (
    select distinct collection, bank, judge, measure, run_id
    from scored
)

select
    runs.collection,
    runs.bank,
    runs.judge,
    runs.measure,
    runs.run_id,
    topics.query_id,
    case when runs.measure = 'contradicted' then scored.value else coalesce(scored.value, 0) end as value,
    scored.value is not null as is_labelled,
from runs
inner join topics
    on topics.collection = runs.collection
    and topics.bank = runs.bank
    and topics.judge = runs.judge
    and topics.measure = runs.measure
left join scored
    on scored.collection = runs.collection
    and scored.bank = runs.bank
    and scored.judge = runs.judge
    and scored.measure = runs.measure
    and scored.run_id = runs.run_id
    and scored.query_id = topics.query_id;
