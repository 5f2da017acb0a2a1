-- The NIST grades of the items that MS MARCO's sparse labels call relevant.
--
-- source: TREC 2021 overview, table 4
-- grain: collection, relevance
-- columns:
--   relevance: grade in the collection's official labels
--   num_pairs: topic-item pairs that are positive in MS MARCO and have this official grade
--   percent: their share of all such pairs of the collection, 0 to 100
-- needs: sparse labels
-- caveats: needs the sparse labels of the test topics (variant 'msmarco'); positives that NIST did not judge are not
--     counted, see labels.overlap
create or replace view labels.sparse_vs_nist as
with
sparse as (
    select
        qrels.collection,
        qrels.query_id,
        qrels.doc_id,
    from main.qrels
    left join main.qrels_variants as judges
        on qrels.collection = judges.collection and qrels.variant = judges.variant
    where qrels.variant = 'msmarco' and labels.grade(qrels.relevance, qrels.gain, judges.cuts) > 0
),

pairs as (
    select
        official.collection,
        labels.grade(official.relevance, official.gain, judges.cuts) as relevance,
        count(sparse.doc_id) as num_pairs,
    from main.qrels as official
    inner join main.collections
        on official.collection = collections.collection and official.variant = collections.qrels_variant
    left join main.qrels_variants as judges
        on official.collection = judges.collection and official.variant = judges.variant
    left join sparse
        on
            official.collection = sparse.collection
            and official.query_id = sparse.query_id
            and official.doc_id = sparse.doc_id
    where official.variant <> 'msmarco' and official.collection in (select sparse.collection from sparse)
    group by all
)

select
    collection,
    relevance,
    num_pairs,
    100.0 * num_pairs / nullif(sum(num_pairs) over (partition by collection), 0) as percent,
from pairs;
