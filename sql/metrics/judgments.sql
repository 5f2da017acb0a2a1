-- The judged items that measures count, with their gain and whether they are relevant.
--
-- source: main.qrels; trec_eval form_res_rels.c (relevance_level), m_ndcg.c (gain = grade, negative grades gain nothing)
-- grain: collection, query_id, doc_id
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
-- columns:
--   collection: judged task
--   query_id: topic number as text
--   doc_id: id of the judged item
--   relevance: raw grade
--   gain: grade as graded measures count it, never below 0
--   is_relevant: whether binary measures count the item
-- example: select query_id, count(*) filter (where is_relevant) from metrics.judgments() where collection = 'trec2021-passages' group by query_id
create or replace macro metrics.judgments(variant := null, min_relevance := null) as table
select
    qrels.collection,
    qrels.query_id,
    qrels.doc_id,
    qrels.relevance,
    greatest(qrels.relevance, 0) as gain,
    qrels.relevance >= coalesce(min_relevance, collections.min_relevance) as is_relevant,
from main.qrels as qrels
inner join main.collections as collections
    on qrels.collection = collections.collection
    and qrels.variant = coalesce(variant, collections.qrels_variant);
