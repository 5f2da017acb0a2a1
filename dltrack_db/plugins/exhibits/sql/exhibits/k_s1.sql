-- How many rubric answers the reports of TREC 2025 DRAGUN are judged by, for each judge.
--
-- source: trec-dragun/resources 2025 (README of the track's resources); main.nugget_labels
-- grain: judge
-- columns:
--   judge: author of the labels
--   num_topics: topics with labels
--   num_answers: answers of the topics' rubrics
--   answers_per_topic: num_answers / num_topics
--   num_runs: runs with labels
--   num_labels: labels
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
