-- Passages of all loads as stored, with numbers for ids. Read main.passages and main.passage_documents instead.
--
-- source: MS MARCO v1 collection.tsv, v2 msmarco_v2_passage.tar
-- grain: load_no, key
-- columns:
--   member_no: its file, see members
--   stem: the part of the id before its last number, e.g. 'msmarco_passage_41_'; empty for v1
--   key: corpus.key of the id: bundle * 10^10 + last number; ascending within a v2 corpus
--   num_bytes: length of the text in UTF-8 bytes
--   num_chars: length of the text in characters
--   text: the passage; null when loaded without text
--   document_stem: stem of the id of the document it was cut from; null in v1
--   document_key: key of that id
--   spans: positions in the document's body, '(from,to),…' as UTF-8 byte offsets, to exclusive
-- caveats: no index: keys ascend, so DuckDB's zone maps find a passage by key in about a millisecond
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
