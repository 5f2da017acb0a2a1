-- Rankings restricted to the documents that were already in an older corpus, with new ranks (the "v1 universe").
--
-- source: TREC 2021 overview, section 4, paragraph "Oldness" (every run restricted to old documents)
-- grain: collection, run_id, query_id, doc_id
-- params:
--   newer: corpus that the runs retrieve from
-- columns:
--   doc_id: old document that the run returns
--   rank: position of the document among the old documents in the ranking
-- caveats: documents whose URL is not loaded are excluded; only topics with official labels are included
-- example: from corpus.old_rankings() where run_id = 'pash_doc_f1' and rank <= 10
create or replace macro corpus.old_rankings(newer := 'msmarco-v2-document', older := 'msmarco-v1-document') as table
    select
        ranked.collection,
        ranked.run_id,
        ranked.query_id,
        ranked.doc_id,
        row_number() over (
            partition by ranked.collection, ranked.run_id, ranked.query_id order by ranked.rank
        ) as rank,
    from metrics.ranked as ranked
    inner join main.collections as collections on ranked.collection = collections.collection
    semi join main.qrels as qrels
        on
            ranked.collection = qrels.collection
            and ranked.query_id = qrels.query_id
            and collections.qrels_variant = qrels.variant
    inner join
        corpus.document_age(newer := newer, older := older) as document_age
        on ranked.doc_id = document_age.doc_id
    where collections.corpus = newer and document_age.is_old;
