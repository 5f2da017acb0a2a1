-- Every set of labels side by side: the stored qrels variants and the document labels inferred from passages.
--
-- source: main.qrels; labels.inferred_document_labels under the names 'passages-max', 'passages-any', 'passages-mean',
--     'passages-count'
-- grain: collection, variant, query_id, doc_id
-- columns:
--   variant: qrels variant, or 'passages-' and the inference rule
--   query_id: topic number as text
--   doc_id: id of the labelled item
--   relevance
create or replace view labels.variants as
select
    collection,
    variant,
    query_id,
    doc_id,
    relevance,
from main.qrels
union all
select
    collection,
    'passages-' || rule as variant,
    query_id,
    doc_id,
    relevance,
from labels.inferred_document_labels;
