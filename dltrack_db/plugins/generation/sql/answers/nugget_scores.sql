-- One row for each judge and answer or document: how much of the expected content it contains, by AutoNuggetizer's scores
-- and the rubric score.
--
-- source: Pradeep et al., "The Great Nugget Recall" (2025): nuggetizer's core/metrics.py; weighted scores as in
--   open-rag-eval's autonugget_metric.py; rubric score as in ResearchRubrics
-- grain: collection, bank, judge, subject_kind, subject, query_id
-- columns:
--   bank: nuggets that were labelled
--   judge: author of the labels
--   subject_kind: 'run' for the answer of a run, 'document' for a document or passage
--   subject: id of the run, or of the document
--   query_id: topic
--   num_nuggets: number of labelled nuggets, without criteria of negative weight
--   num_vital: number of labelled vital nuggets; null if the bank is not loaded or has no importance
--   all_score: mean over labelled nuggets: 1 for support, .5 for partial support, 0 otherwise
--   strict_all_score: mean over labelled nuggets: 1 for support, 0 otherwise
--   vital_score: all_score of vital nuggets only; 0 if the topic has no vital nuggets; null if num_vital is null
--   strict_vital_score: strict_all_score of vital nuggets only
--   weighted_score: all_score with weight 1 for vital and .5 for okay nuggets
--   strict_weighted_score: strict_all_score with weight 1 for vital and .5 for okay nuggets
--   contradicted: share of labelled nuggets that the answer contradicts
--   rubric_score: sum of weight times support, divided by the sum of the positive weights; meeting a criterion of negative
--     weight lowers the score; null if there are no weights
-- needs: labels of nuggets
-- caveats: labels of a judge who used labels above 1 in the bank are excluded, because these labels are grades. Nuggets
--   without a label are ignored; dltrack prints a warning when it loads the labels
-- example: select subject, query_id, all_score, strict_vital_score from answers.nugget_scores
create or replace view answers.nugget_scores as
with
assigned as (
    select
        labels.*,
        greatest(labels.value, 0) as support,
        (labels.value = 1)::integer as strict_support,
        nuggets.importance,
        nuggets.weight,
        coalesce(nuggets.weight >= 0, true) as is_wanted,
        max(labels.value) over (partition by labels.collection, labels.bank, labels.judge) as highest,
        count(nuggets.importance) over (partition by labels.collection, labels.bank) > 0 as has_importance,
    from main.nugget_labels as labels
    left join main.nuggets as nuggets
        on nuggets.collection = labels.collection
        and nuggets.bank = labels.bank
        and nuggets.query_id = labels.query_id
        and nuggets.nugget_id = labels.nugget_id
),

added as (
    select
        collection,
        bank,
        judge,
        subject_kind,
        subject,
        query_id,
        count(*) filter (where is_wanted) as num_nuggets,
        case when any_value(has_importance) then count(*) filter (where importance = 'vital') end as num_vital,
        case when any_value(has_importance) then count(*) filter (where importance = 'okay') end as num_okay,
        avg(support) filter (where is_wanted) as all_score,
        avg(strict_support) filter (where is_wanted) as strict_all_score,
        coalesce(sum(support) filter (where importance = 'vital'), 0) as vital,
        coalesce(sum(support) filter (where importance = 'okay'), 0) as okay,
        coalesce(sum(strict_support) filter (where importance = 'vital'), 0) as strict_vital,
        coalesce(sum(strict_support) filter (where importance = 'okay'), 0) as strict_okay,
        avg((value < 0)::integer) filter (where is_wanted) as contradicted,
        sum(weight * support) / nullif(sum(weight) filter (where weight > 0), 0) as rubric_score,
    from assigned
    where highest <= 1
    group by collection, bank, judge, subject_kind, subject, query_id
)

select
    collection,
    bank,
    judge,
    subject_kind,
    subject,
    query_id,
    num_nuggets,
    num_vital,
    all_score,
    strict_all_score,
    case when num_vital = 0 then 0 else vital / num_vital end as vital_score,
    case when num_vital = 0 then 0 else strict_vital / num_vital end as strict_vital_score,
    (vital + okay / 2) / nullif(num_vital + num_okay / 2, 0) as weighted_score,
    (strict_vital + strict_okay / 2) / nullif(num_vital + num_okay / 2, 0) as strict_weighted_score,
    contradicted,
    rubric_score,
from added;
