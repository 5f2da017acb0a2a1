-- Labels that are derived from other labels of a database, as a separate set of labels (score/derived_labels.py).

-- name: hybrid
-- The labels of documents as complete as they can be, of variable `collection`, as rows of main.qrels.
select
    hybrid.collection,
    'hybrid' as variant,
    hybrid.query_id,
    hybrid.doc_id,
    hybrid.relevance,
from labels.hybrid_document_labels as hybrid
where hybrid.collection = getvariable('collection') and hybrid.rule = 'max'
order by hybrid.query_id, hybrid.doc_id;

-- name: described
-- Describes the labels in derived.qrels, which have the scale of the official ones and so their level.
insert into derived.qrels_variants by name
select distinct
    derived.collection,
    derived.variant,
    'inferred' as kind,
    levels.min_relevance,
from derived.qrels as derived
inner join main.collections as collections on derived.collection = collections.collection
left join labels.levels as levels
    on collections.collection = levels.collection and collections.qrels_variant = levels.variant;

-- name: judged
-- Finds the items of the runs that the labels in derived.qrels judge.
insert into derived.judged_rankings by name
select judged.*,
from metrics.judged_orders() as judged
where judged.variant in (select derived.variant from derived.qrels as derived)
order by judged.answer_id, judged.rank;
