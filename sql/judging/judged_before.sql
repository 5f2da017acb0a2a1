-- Items that were judged in an earlier round; under the residual convention, they are excluded from later rounds.
--
-- source: main.qrels; main.qrels_variants (kind 'human'); judging.earlier_rounds
-- grain: collection, query_id, doc_id
-- columns:
--   collection: the later round
--   query_id, doc_id
--   relevance: highest label of the item
-- caveats: Items are taken from the official labels of loaded earlier rounds, and from other human labels of the later round,
--   e.g. cumulative ones. Items in the official labels of the later round are not listed. An item whose id changes in a later
--   release of the corpus is listed under both ids.
-- example: select collection, count(*) from judging.judged_before group by all
create or replace view judging.judged_before as
with earlier as (
    select
        earlier_rounds.collection,
        qrels.query_id,
        qrels.doc_id,
        qrels.relevance,
    from judging.earlier_rounds as earlier_rounds
    inner join main.collections as collections on earlier_rounds.earlier = collections.collection
    inner join main.qrels as qrels
        on
            collections.collection = qrels.collection
            and collections.qrels_variant = qrels.variant
    union all
    select
        qrels.collection,
        qrels.query_id,
        qrels.doc_id,
        qrels.relevance,
    from main.collections as collections
    inner join main.qrels_variants as variants
        on
            collections.collection = variants.collection
            and collections.qrels_variant <> variants.variant
    inner join main.qrels as qrels
        on
            variants.collection = qrels.collection
            and variants.variant = qrels.variant
    where collections.follows is not null and variants.kind = 'human'
)

select
    earlier.collection,
    earlier.query_id,
    earlier.doc_id,
    max(earlier.relevance) as relevance,
from earlier
inner join main.collections as collections on earlier.collection = collections.collection
anti join main.qrels as own
    on
        earlier.collection = own.collection
        and collections.qrels_variant = own.variant
        and earlier.query_id = own.query_id
        and earlier.doc_id = own.doc_id
group by earlier.collection, earlier.query_id, earlier.doc_id;
