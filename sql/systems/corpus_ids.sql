-- Every id that a run may return, for each loaded corpus.
--
-- source: store.passages, store.documents
-- grain: corpus, doc_id
-- columns:
--   corpus: name of the corpus
--   doc_id: id of a passage or document
--   stem: stem of the id, see corpus.stem
--   key: key of the id, see corpus.key
-- needs: corpus
-- caveats: look up ids by corpus, stem and key, which are stored: composing the ids of 138 million passages takes many
--   times as long
-- example: select count(*) from systems.corpus_ids where corpus = 'sample-passage'
create or replace view systems.corpus_ids as
select
    corpora.corpus,
    corpus.official_id(items.stem, items.key) as doc_id,
    items.stem,
    items.key,
from (
    select
        load_no,
        stem,
        key,
    from store.passages
    union all
    select
        load_no,
        stem,
        key,
    from store.documents
) as items
inner join store.corpora as corpora on items.load_no = corpora.load_no
where corpora.is_published;
