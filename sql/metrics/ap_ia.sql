-- MAP-IA of one topic: average precision for each subtopic, averaged over the subtopics.
--
-- source: ndeval.c of the TREC Web track (MAP-IA)
-- grain: collection, run_id, query_id, measure
-- columns:
--   query_id: judged topic with labels by subtopic
--   measure: 'map_ia'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   map_ia: position 66; uses min_relevance; labels subtopics; ir_measures AP_IA|MAP_IA(rel=1, judged_only=false)
-- needs: runs, subtopics
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.ap_ia() where run_id = 'p_bm25'
create or replace macro metrics.ap_ia(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with relevant as (
    select
        subtopic_judgments.collection,
        subtopic_judgments.query_id,
        subtopic_judgments.subtopic,
        count(*) as num_rel,
    from metrics.subtopic_judgments(variant, min_relevance) as subtopic_judgments
    where subtopic_judgments.is_relevant
    group by subtopic_judgments.collection, subtopic_judgments.query_id, subtopic_judgments.subtopic
),

summed as (
    select
        subtopic_hits.answer_id,
        subtopic_hits.subtopic,
        sum(subtopic_hits.num_so_far / subtopic_hits.rank) as total,
    from metrics.subtopic_hits(0, variant, min_relevance, tie_rule, judged_only) as subtopic_hits
    group by subtopic_hits.answer_id, subtopic_hits.subtopic
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'map_ia' as measure,
    coalesce(sum(summed.total / relevant.num_rel) / any_value(answers.num_subtopics), 0) as value,
from metrics.subtopic_answers(variant, min_relevance) as answers
left join relevant
    on answers.collection = relevant.collection
    and answers.query_id = relevant.query_id
left join summed
    on answers.answer_id = summed.answer_id
    and relevant.subtopic = summed.subtopic
group by answers.collection, answers.run_id, answers.query_id;
