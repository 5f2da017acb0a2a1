-- The length of every loaded passage and document, including items without loaded text.
--
-- source: lengths measured when the corpus was loaded
-- grain: corpus, one row per item
-- columns:
--   corpus
--   kind: 'passages' or 'documents'
--   num_bytes: length of the passage, or of the document's body, in UTF-8 bytes
--   num_chars: length of the passage, or of the document's body, in characters
-- needs: corpus
create or replace view corpus.item_lengths as
select
    corpora.corpus,
    corpora.kind,
    passages.num_bytes,
    passages.num_chars,
from store.passages as passages
inner join store.corpora as corpora
    on passages.load_no = corpora.load_no
where corpora.is_published
union all
select
    corpora.corpus,
    corpora.kind,
    documents.num_bytes,
    documents.num_chars,
from store.documents as documents
inner join store.corpora as corpora
    on documents.load_no = corpora.load_no
where corpora.is_published;
