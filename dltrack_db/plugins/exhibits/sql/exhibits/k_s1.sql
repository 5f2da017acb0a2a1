-- One row for each judge: number of rubric answers, and of labels of the reports of TREC 2025 DRAGUN.
--
-- source: trec-dragun/resources 2025 (README of the track's resources); main.nugget_labels
-- grain: judge
-- columns:
--   judge: author of the labels
--   num_topics: number of topics with labels
--   num_answers: number of answers in the rubrics of these topics
--   answers_per_topic: num_answers / num_topics
--   num_runs: number of runs with labels
--   num_labels: number of labels
-- needs: labels of nuggets
-- example: from exhibits.k_s1
create or replace view exhibits.k_s1 as
select
    judge,
    count(distinct query_id) as num_topics,
    count(distinct [query_id, nugget_id]) as num_answers,
    count(distinct [query_id, nugget_id]) / count(distinct query_id) as answers_per_topic,
    count(distinct subject) as num_runs,
    count(*) as num_labels,
from main.nugget_labels
where collection = 'dragun2025' and bank = 'dragun-rubrics'
group by judge;
