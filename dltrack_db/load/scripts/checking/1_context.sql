-- What the database attached as known tells of the collections at hand: topics, judged topics, ids of complete corpora.
insert into main.queries by name
select queries.query_set, queries.query_id, queries.text
from known.main.queries as queries
where queries.query_set in (select query_set from memory.staging.collections);

insert into main.qrels by name
select qrels.collection, qrels.variant, qrels.query_id, qrels.doc_id, qrels.relevance, qrels.iteration
from known.main.qrels as qrels
where qrels.collection in (select collection from memory.staging.collections);

insert into systems.complete_corpora by name
select complete.corpus
from known.systems.complete_corpora as complete;

insert into systems.corpus_ids by name
select ids.corpus, ids.doc_id
from known.systems.corpus_ids as ids
where
    ids.corpus in (select corpus from memory.staging.collections)
    and ids.doc_id in (select doc_id from memory.staging.rankings);
