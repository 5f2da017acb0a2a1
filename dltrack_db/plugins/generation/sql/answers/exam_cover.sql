-- EXAM cover: one row for each run and topic, with the share of a bank's questions that the run's top passages answer.
--
-- source: Sander and Dietz, "EXAM" (2021); Farzi and Dietz, "RUBRIC" (2024): exam_cover_metric.py of their workbench
-- grain: collection, bank, judge, run_id, query_id
-- params:
--   depth: number of top passages to use
--   level: lowest label of an answered question
-- columns:
--   bank: questions or nuggets that were labelled
--   judge: author of the labels
--   run_id
--   query_id: topic
--   num_nuggets: number of questions of the topic with a label
--   num_covered: number of questions that at least one of the top passages answers
--   cover: num_covered / num_nuggets
--   normalized_cover: num_covered divided by the number of questions that any labelled passage answers; null if this number
--     is 0
-- needs: labels of nuggets, runs
-- example: from answers.exam_cover(20, 4)
create or replace macro answers.exam_cover(depth, level) as table
with
graded as (
    select labels.collection, labels.bank, labels.judge, labels.query_id, labels.nugget_id, labels.subject, labels.value,
    from main.nugget_labels as labels
    where labels.subject_kind = 'document'
),

asked as (
    select
        nuggets.collection,
        nuggets.bank,
        nuggets.judge,
        nuggets.query_id,
        count(*) as num_nuggets,
        count(*) filter (where nuggets.highest >= level) as num_answered,
    from (
        select
            graded.collection,
            graded.bank,
            graded.judge,
            graded.query_id,
            graded.nugget_id,
            max(graded.value) as highest,
        from graded
        group by graded.collection, graded.bank, graded.judge, graded.query_id, graded.nugget_id
    ) as nuggets
    group by nuggets.collection, nuggets.bank, nuggets.judge, nuggets.query_id
),

covered as (
    select
        graded.collection,
        graded.bank,
        graded.judge,
        rankings.run_id,
        graded.query_id,
        count(distinct graded.nugget_id) as num_covered,
    from main.rankings as rankings
    inner join graded
        on graded.collection = rankings.collection
        and graded.query_id = rankings.query_id
        and graded.subject = rankings.doc_id
    where rankings.rank <= depth and graded.value >= level
    group by graded.collection, graded.bank, graded.judge, rankings.run_id, graded.query_id
)

select
    asked.collection,
    asked.bank,
    asked.judge,
    answered.run_id,
    asked.query_id,
    asked.num_nuggets,
    coalesce(covered.num_covered, 0) as num_covered,
    coalesce(covered.num_covered, 0) / asked.num_nuggets as cover,
    coalesce(covered.num_covered, 0) / nullif(asked.num_answered, 0) as normalized_cover,
from asked
inner join main.run_topics as answered
    on answered.collection = asked.collection and answered.query_id = asked.query_id
left join covered
    on covered.collection = asked.collection
    and covered.bank = asked.bank
    and covered.judge = asked.judge
    and covered.run_id = answered.run_id
    and covered.query_id = asked.query_id;
