-- Number of documents of 2021 for each pair of inferred and actual label.
--
-- source: TREC 2021 Deep Learning overview, Table 5; values from labels.inferred_vs_actual
-- grain: actual
-- columns:
--   actual: the assessors' grade of the document
--   inferred_0: number of documents whose best judged passage has grade 0
--   inferred_1: number of documents whose best judged passage has grade 1
--   inferred_2: number of documents whose best judged passage has grade 2
--   inferred_3: number of documents whose best judged passage has grade 3
-- caveats: covers documents with both labels; empty unless the documents of all judged passages are loaded
-- example: from exhibits.d_t5
create or replace view exhibits.d_t5 as
select
    inferred_vs_actual.actual,
    max(inferred_vs_actual.num_docs) filter (where inferred_vs_actual.inferred = 0) as inferred_0,
    max(inferred_vs_actual.num_docs) filter (where inferred_vs_actual.inferred = 1) as inferred_1,
    max(inferred_vs_actual.num_docs) filter (where inferred_vs_actual.inferred = 2) as inferred_2,
    max(inferred_vs_actual.num_docs) filter (where inferred_vs_actual.inferred = 3) as inferred_3,
from labels.inferred_vs_actual as inferred_vs_actual
where
    inferred_vs_actual.collection = 'trec2021-docs'
    and inferred_vs_actual.rule = 'max'
    and not exists (
        select 1,
        from main.qrels as qrels
        anti join main.passage_documents as passage_documents
            on
                qrels.doc_id = passage_documents.passage_id
                and passage_documents.corpus = 'msmarco-v2-passage'
        where qrels.collection = 'trec2021-passages' and qrels.variant = 'nist'
    )
group by inferred_vs_actual.actual
order by inferred_vs_actual.actual;
