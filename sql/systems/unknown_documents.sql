-- Documents that loaded runs return although the documents are not in the collection's corpus, for corpora that are loaded
-- completely.
--
-- source: main.rankings; systems.complete_corpora, systems.corpus_ids
-- grain: collection, run_id, query_id
-- columns:
--   corpus: corpus of the collection
--   num_unknown: rows whose document is not in the corpus
--   first_unknown: the first of these documents
-- needs: runs, corpus
-- caveats: only topics with such documents have a row
-- example: select run_id, query_id, num_unknown, first_unknown from systems.unknown_documents
create or replace view systems.unknown_documents as
select
    rankings.collection,
    rankings.run_id,
    rankings.query_id,
    any_value(collections.corpus) as corpus,
    count(*) as num_unknown,
    min_by(rankings.doc_id, rankings.rank) as first_unknown,
from main.rankings as rankings
inner join main.collections as collections on collections.collection = rankings.collection
inner join systems.complete_corpora as complete on complete.corpus = collections.corpus
anti join systems.corpus_ids as ids
    on ids.corpus = collections.corpus
    and ids.stem = corpus.stem(rankings.doc_id)
    and ids.key = corpus.key(rankings.doc_id)
group by rankings.collection, rankings.run_id, rankings.query_id;
