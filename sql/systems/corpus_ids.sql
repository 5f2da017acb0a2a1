-- Every id that a run may return, of the corpora that are loaded.
--
-- source: main.passages, main.documents
-- grain: corpus, doc_id
-- columns:
--   corpus: name of the corpus
--   doc_id: id of a passage or document
-- needs: corpus
-- example: select count(*) from systems.corpus_ids where corpus = 'sample-passage'
create or replace view systems.corpus_ids as
select
    corpus,
    passage_id as doc_id,
from main.passages
union all
select
    corpus,
    doc_id,
from main.documents;
