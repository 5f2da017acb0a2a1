-- Removes all loads of the corpus of variable `corpus`, published or not.
delete from store.passages
where load_no in (select corpora.load_no from store.corpora as corpora where corpora.corpus = getvariable('corpus'));
delete from store.documents
where load_no in (select corpora.load_no from store.corpora as corpora where corpora.corpus = getvariable('corpus'));
delete from store.near_duplicates
where load_no in (select corpora.load_no from store.corpora as corpora where corpora.corpus = getvariable('corpus'));
delete from store.distinct_passages
where load_no in (select corpora.load_no from store.corpora as corpora where corpora.corpus = getvariable('corpus'));
delete from store.members
where load_no in (select corpora.load_no from store.corpora as corpora where corpora.corpus = getvariable('corpus'));
delete from store.corpora where corpus = getvariable('corpus');
delete from main.loads
where part = 'corpus' and name = getvariable('corpus');
delete from main.load_expectations where batch_id not in (select loads.batch_id from main.loads as loads);
