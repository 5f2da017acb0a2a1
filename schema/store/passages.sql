-- Passages of all loads, one per row, in stored form, with numbers in place of ids. For queries, use main.passages and
-- main.passage_documents.
--
-- source: MS MARCO v1 collection.tsv, v2 msmarco_v2_passage.tar
-- grain: load_no, key
-- columns:
--   member_no: number of the file in the source, see members
--   stem: part of the id before its last number, e.g. 'msmarco_passage_41_'; empty for v1
--   key: corpus.key of the id: bundle * 10^10 + last number; ascending within a v2 corpus
--   num_bytes: length of the text in UTF-8 bytes
--   num_chars: length of the text in characters
--   text: text of the passage; null if loaded without text
--   document_stem: stem of the id of the document that contains the passage; null in v1
--   document_key: corpus.key of the document's id
--   spans: positions of the passage in the document's body, '(from,to),…', as UTF-8 byte offsets; `to` is exclusive
-- caveats: has no index, because keys ascend: DuckDB's zone maps find a passage by its key in about a millisecond
create table if not exists store.passages ( -- noqa: PRS
    load_no smallint not null,
    member_no smallint not null,
    stem varchar not null,
    key bigint not null,
    num_bytes integer not null,
    num_chars integer not null,
    text varchar using compression zstd,
    document_stem varchar,
    document_key bigint,
    spans varchar using compression zstd
);
