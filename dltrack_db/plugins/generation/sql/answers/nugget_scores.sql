-- How much of what a good answer should hold an answer holds, by each judge: AutoNuggetizer's scores and the score of rubrics.
--
-- source: Pradeep et al., "The Great Nugget Recall" (2025): nuggetizer's core/metrics.py; weighted scores as in
--   open-rag-eval's autonugget_metric.py; rubric score as in ResearchRubrics
-- grain: collection, bank, judge, subject_kind, subject, query_id
-- columns:
--   bank: nuggets that were labelled
--   judge: who labelled them
--   subject_kind: 'run' for the answer of a run, 'document' for a document or passage
--   subject: id of the run, or of the document
--   query_id: topic
--   num_nuggets: labelled nuggets that an answer should hold: of no weight below 0
--   num_vital: those that are vital; null where the bank is not loaded or knows no importance
--   all_score: mean over the nuggets of 1 for support, .5 for partial support, 0 otherwise
--   strict_all_score: the same where partial support counts 0
--   vital_score: all_score of vital nuggets alone; 0 where the topic has none; null where num_vital is null
--   strict_vital_score: strict_all_score of vital nuggets alone
--   weighted_score: all_score where a vital nugget counts 1 and an okay one .5
--   strict_weighted_score: the same where partial support counts 0
--   contradicted: share of the nuggets that the answer contradicts
--   rubric_score: sum of weight times support over the sum of the weights above 0, so criteria of weights below 0 that are
--     met take off; null without weights
-- needs: labels of nuggets
-- caveats: judges whose labels of a bank go beyond 1 graded rather than assigned, and are not here; a nugget without a label
--   does not count; a load warns of it
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
