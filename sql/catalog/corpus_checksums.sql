-- A checksum of the stored rows of every file of a corpus, including texts and spans.
--
-- source: store.passages, store.documents, store.near_duplicates, store.distinct_passages
-- grain: load_no, member_no
-- columns:
--   load_no: load, see store.corpora
--   member_no: number of the file, see store.members
--   num_rows: stored rows
--   checksum: sum of the digests of the rows, as text
-- caveats: reads and digests every text, which takes minutes for a whole corpus
-- example: from catalog.corpus_checksums
create or replace view catalog.corpus_checksums as
-- for texts, catalog.field is written out as two arguments of concat, which saves a copy of every text
select
    passages.load_no,
    passages.member_no,
    count(*) as num_rows,
    sum(
        catalog.digest(
            concat(
                passages.key, ' ', passages.num_bytes, ' ', passages.num_chars, ' ', passages.document_key, ' ',
                coalesce(strlen(passages.stem) || ':', '-'), passages.stem,
                coalesce(strlen(passages.document_stem) || ':', '-'), passages.document_stem,
                coalesce(strlen(passages.spans) || ':', '-'), passages.spans,
                coalesce(strlen(passages.text) || ':', '-'), passages.text
            )
        )
    )::varchar as checksum,
from store.passages as passages
group by passages.load_no, passages.member_no
union all
select
    documents.load_no,
    documents.member_no,
    count(*) as num_rows,
    sum(
        catalog.digest(
            concat(
                documents.key, ' ', documents.num_bytes, ' ', documents.num_chars, ' ',
                coalesce(strlen(documents.stem) || ':', '-'), documents.stem,
                coalesce(strlen(documents.url) || ':', '-'), documents.url,
                coalesce(strlen(documents.title) || ':', '-'), documents.title,
                coalesce(strlen(documents.headings) || ':', '-'), documents.headings,
                coalesce(strlen(documents.body) || ':', '-'), documents.body
            )
        )
    )::varchar as checksum,
from store.documents as documents
group by documents.load_no, documents.member_no
union all
select
    near_duplicates.load_no,
    near_duplicates.member_no,
    count(*) as num_rows,
    sum(
        catalog.digest(
            concat(
                near_duplicates.key, ' ', near_duplicates.class_key, ' ', catalog.field(near_duplicates.stem),
                catalog.field(near_duplicates.class_stem)
            )
        )
    )::varchar as checksum,
from store.near_duplicates as near_duplicates
group by near_duplicates.load_no, near_duplicates.member_no
union all
select
    distinct_passages.load_no,
    distinct_passages.member_no,
    count(*) as num_rows,
    sum(
        catalog.digest(concat(distinct_passages.key, ' ', catalog.field(distinct_passages.stem)))
    )::varchar as checksum,
from store.distinct_passages as distinct_passages
group by distinct_passages.load_no, distinct_passages.member_no;
