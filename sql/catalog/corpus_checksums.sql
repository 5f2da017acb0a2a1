-- A checksum of the stored rows of every file of a corpus, texts and spans included.
--
-- source: store.passages, store.documents, store.near_duplicates, store.distinct_passages
-- grain: load_no, member_no
-- columns:
--   load_no: load, see store.corpora
--   member_no: file it was in, see store.members
--   num_rows: rows in the table
--   checksum: sum of the rows' digests, as text
-- caveats: reads and digests every text: minutes for a whole corpus
-- example: from catalog.corpus_checksums
create or replace view catalog.corpus_checksums as
select
    passages.load_no,
    passages.member_no,
    count(*) as num_rows,
    sum(
        catalog.digest(
            concat(
                passages.key, ' ', passages.num_bytes, ' ', passages.num_chars, ' ', passages.document_key, ' ',
                catalog.field(passages.stem), catalog.field(passages.document_stem), catalog.field(passages.spans),
                catalog.field(passages.text)
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
                documents.key, ' ', documents.num_bytes, ' ', documents.num_chars, ' ', catalog.field(documents.stem),
                catalog.field(documents.url), catalog.field(documents.title), catalog.field(documents.headings),
                catalog.field(documents.body)
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
