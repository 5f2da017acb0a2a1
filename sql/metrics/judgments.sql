-- The judged items that measures use, with their gain and whether they are relevant.
--
-- source: main.qrels; trec_eval form_res_rels.c (relevance_level), gain_init.c
-- grain: collection, query_id, doc_id
-- columns:
--   doc_id: id of the judged item
--   relevance
--   gain: gain in graded measures
--   is_relevant: whether binary measures treat the item as relevant; never for negative grades
-- example: select count(*) filter (where is_relevant) from metrics.judgments() where query_id = '2082'
create or replace macro metrics.judgments(variant := null, min_relevance := null, gains := null) as table
select
    qrels.collection,
    qrels.query_id,
    qrels.doc_id,
    qrels.relevance,
    metrics.gain(qrels.relevance, qrels.gain, gains) as gain,
    metrics.is_relevant(qrels.relevance, qrels.gain, coalesce(min_relevance, levels.min_relevance)) as is_relevant,
from labels.counted as qrels
inner join main.collections as collections
    on qrels.collection = collections.collection
    and qrels.variant = coalesce(variant, collections.qrels_variant)
left join labels.levels as levels
    on qrels.collection = levels.collection
    and qrels.variant = levels.variant;
