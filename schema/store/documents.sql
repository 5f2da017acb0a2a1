-- Documents of all loads, one per row, in stored form, with numbers in place of ids. For queries, use main.documents.
--
-- source: MS MARCO v1 msmarco-docs.tsv or .trec, v2 msmarco_v2_doc.tar
-- grain: load_no, key
-- columns:
--   member_no: number of the file in the source, see members
--   stem: part of the id before its last number, e.g. 'msmarco_doc_35_'; 'D' for v1
--   key: corpus.key of the id: bundle * 10^10 + last number; ascending within a v2 corpus
--   url: address of the crawled document
--   num_bytes: length of the body in UTF-8 bytes, the unit of spans
--   num_chars: length of the body in characters
--   title: title; null if loaded without text
--   headings: headings, one per line; null for v1, or if loaded without text
--   body
create table if not exists store.documents ( -- noqa: PRS
    load_no smallint not null,
    member_no smallint not null,
    stem varchar not null,
    key bigint not null,
    url varchar using compression zstd,
    num_bytes integer not null,
    num_chars integer not null,
    title varchar using compression zstd,
    headings varchar using compression zstd,
    body varchar using compression zstd
);
