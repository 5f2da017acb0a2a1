-- Each loaded run combined with each topic that has labels by subtopic: measures of novelty and diversity are computed from
-- these rows.
--
-- source: ndeval.c of the TREC Web track (actualSubtopics)
-- grain: collection, run_id, query_id
-- columns:
--   answer_id: number of the pair, as in run_topics; null for a topic without results in the run
--   num_subtopics: subtopics with a relevant item; measures ignore other subtopics
-- needs: runs, subtopics
-- example: select distinct query_id, num_subtopics from metrics.subtopic_answers()
create or replace macro metrics.subtopic_answers(variant := null, min_relevance := null) as table
with counted as (
    select
        subtopic_judgments.collection,
        subtopic_judgments.query_id,
        count(distinct subtopic_judgments.subtopic) filter (
            where subtopic_judgments.is_relevant
        ) as num_subtopics,
    from metrics.subtopic_judgments(variant, min_relevance) as subtopic_judgments
    group by subtopic_judgments.collection, subtopic_judgments.query_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    answers.answer_id,
    counted.num_subtopics,
from metrics.answers(variant, min_relevance) as answers
inner join counted
    on answers.collection = counted.collection
    and answers.query_id = counted.query_id;
