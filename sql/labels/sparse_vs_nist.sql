-- The NIST grades of the items that are relevant in MS MARCO's sparse labels: one row per grade.
--
-- source: TREC 2021 overview, table 4
-- grain: collection, relevance
-- columns:
--   relevance: grade in the collection's official labels
--   num_pairs: topic-item pairs that are positive in MS MARCO and have this official grade
--   percent: share of these pairs among all positive pairs of the collection with an official grade, 0 to 100
-- needs: sparse labels
-- caveats: needs the sparse labels of the test topics (variant 'msmarco'); positives that NIST did not judge are
--     excluded, see labels.overlap
create or replace view labels.sparse_vs_nist as
select
    confusion.collection,
    confusion.relevance_b as relevance,
    cast(sum(confusion.num_items) as bigint) as num_pairs,
    100.0 * sum(confusion.num_items)
    / nullif(sum(sum(confusion.num_items)) over (partition by confusion.collection), 0) as percent,
from labels.confusion
inner join main.collections
    on confusion.collection = collections.collection and confusion.variant_b = collections.qrels_variant
where confusion.variant_a = 'msmarco' and confusion.relevance_a > 0
group by confusion.collection, confusion.relevance_b;
