-- Classes of nearly equal passages, as determined by NIST for the judgments of 2022 and 2023.
--
-- source: NIST, msmarco-v2-passage-neardupes.txt.gz
-- grain: corpus, passage_id
-- columns:
--   corpus: passage corpus
--   passage_id: passage of the class
--   class_id: passage that represents the class; only this passage was judged, and its grade was copied to the others
-- needs: corpus
create or replace view main.near_duplicate_passages as
select
    corpora.item_corpus as corpus,
    corpus.official_id(near_duplicates.stem, near_duplicates.key) as passage_id,
    corpus.official_id(near_duplicates.class_stem, near_duplicates.class_key) as class_id,
from store.near_duplicates as near_duplicates
inner join store.corpora as corpora
    on near_duplicates.load_no = corpora.load_no
where corpora.is_published;
