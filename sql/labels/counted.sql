-- The labels that scores use: main.qrels without the items that are excluded for their topic.
--
-- source: main.qrels, metrics.exclusions
-- grain: collection, variant, query_id, doc_id
-- columns:
--   variant: set of labels
--   query_id: topic number as text
--   doc_id: id of the judged item
--   relevance: raw grade as judged; negative grades are kept
--   iteration: second column of the qrels file
--   gain: the original label if the label set has fractions; otherwise null
--   stratum: part of the pool that the item was drawn from; null in sets without strata
-- example: select collection, variant, count(*) from labels.counted group by all
create or replace view labels.counted as
select
    qrels.collection,
    qrels.variant,
    qrels.query_id,
    qrels.doc_id,
    qrels.relevance,
    qrels.iteration,
    qrels.gain,
    qrels.stratum,
from main.qrels as qrels
anti join metrics.exclusions as exclusions
    on qrels.collection = exclusions.collection
    and qrels.query_id = exclusions.query_id
    and qrels.doc_id = exclusions.doc_id;
