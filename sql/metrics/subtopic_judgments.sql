-- The labels by subtopic from which measures of novelty and diversity are computed.
--
-- source: main.subtopic_qrels; ndeval.c of the TREC Web track
-- grain: collection, query_id, subtopic, doc_id
-- columns:
--   subtopic: aspect of the topic
--   doc_id: judged item
--   relevance: raw grade for this subtopic
--   is_relevant: whether the item is relevant to the subtopic
-- needs: subtopics
-- example: select query_id, count(distinct subtopic) from metrics.subtopic_judgments() group by query_id
create or replace macro metrics.subtopic_judgments(variant := null, min_relevance := null) as table
select
    subtopic_qrels.collection,
    subtopic_qrels.query_id,
    subtopic_qrels.subtopic,
    subtopic_qrels.doc_id,
    subtopic_qrels.relevance,
    metrics.is_relevant(
        subtopic_qrels.relevance, null, coalesce(min_relevance, levels.min_relevance)
    ) as is_relevant,
from main.subtopic_qrels as subtopic_qrels
inner join main.collections as collections
    on subtopic_qrels.collection = collections.collection
    and subtopic_qrels.variant = coalesce(variant, collections.qrels_variant)
left join labels.levels as levels
    on subtopic_qrels.collection = levels.collection
    and subtopic_qrels.variant = levels.variant
anti join metrics.exclusions as exclusions
    on subtopic_qrels.collection = exclusions.collection
    and subtopic_qrels.query_id = exclusions.query_id
    and subtopic_qrels.doc_id = exclusions.doc_id;
