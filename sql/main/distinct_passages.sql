-- The passages that remain after exact duplicates are removed.
--
-- source: macavaney/msmarco-passage-v2-duplicate-ids, used by ir_datasets as msmarco-passage-v2/dedup
-- grain: corpus, passage_id
-- columns:
--   corpus: passage corpus
--   passage_id: passage that remains; a passage without a row repeats the text of a remaining passage
-- needs: corpus
-- caveats: exact duplicates are not the same as NIST's near-duplicates (main.near_duplicate_passages)
create or replace view main.distinct_passages as
select
    corpora.item_corpus as corpus,
    corpus.official_id(distinct_passages.stem, distinct_passages.key) as passage_id,
from store.distinct_passages as distinct_passages
inner join store.corpora as corpora
    on distinct_passages.load_no = corpora.load_no
where corpora.is_published;
