-- Copy data for checks from the database attached as dltrack: loaded answers, length limits of topics, and those of the cited
-- documents that are loaded.
insert into staging.known_answers by name
select collection, run_id, query_id, source
from dltrack.main.answers
where
    collection in (select collection from staging.collections)
    and (collection, source) not in (select (collection, name) from staging.files where part = 'answers');

insert into staging.known_limits by name
select query_set, query_id, max(try_cast(value as bigint)) as most
from dltrack.main.query_attributes
where
    attribute = 'limit'
    and try_cast(value as bigint) > 0
    and query_set in (select query_set from staging.collections)
group by query_set, query_id;

insert into staging.known_documents by name
select distinct ids.corpus, ids.doc_id
from dltrack.systems.corpus_ids as ids
where
    ids.corpus in (select known.corpus from staging.known_corpora as known)
    and ids.doc_id in (select cited.doc_id from staging.answer_citations as cited);
