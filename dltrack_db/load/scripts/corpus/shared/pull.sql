-- What of a shared database the load of a corpus looks at, into its private file: labels of the collections on it, and,
-- for the profile judged, what their runs retrieved; of the documents that passages belong to, what places are held
-- against. Variables: corpus, collection (whose texts they will be, '' for none), item_corpus, document_corpus, profile.
delete from slice.main.collections;
delete from slice.main.qrels;
delete from slice.main.run_topics;
delete from slice.store.rankings;
delete from slice.store.documents
where load_no in (
    select corpora.load_no
    from slice.store.corpora as corpora
    where corpora.corpus = getvariable('document_corpus')
);
delete from slice.store.corpora where corpus = getvariable('document_corpus');

insert into slice.main.collections by name
from lake.main.collections
where corpus in (getvariable('corpus'), getvariable('item_corpus')) or collection = getvariable('collection');

insert into slice.main.qrels by name
from lake.main.qrels
where collection in (select collection from slice.main.collections);

insert into slice.main.run_topics by name
from lake.main.run_topics
where
    getvariable('profile') = 'judged'
    and collection in (select collection from slice.main.collections);

insert into slice.store.rankings by name
from lake.store.rankings
where answer_id in (select answer_id from slice.main.run_topics);

-- numbered below zero, where no load of this file is
insert into slice.store.corpora by name
select corpora.* replace ((-corpora.load_no)::smallint as load_no),
from lake.store.corpora as corpora
where corpora.corpus = getvariable('document_corpus') and corpora.is_published;

insert into slice.store.documents by name
select
    (-documents.load_no)::smallint as load_no,
    documents.member_no,
    documents.stem,
    documents.key,
    documents.num_bytes,
    documents.num_chars,
from lake.store.documents as documents
where
    documents.load_no in (
        select corpora.load_no
        from lake.store.corpora as corpora
        where corpora.corpus = getvariable('document_corpus') and corpora.is_published
    );
