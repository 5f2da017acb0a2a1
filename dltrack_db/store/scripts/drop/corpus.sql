-- Removes all loads of the corpus in variable `corpus`, including unpublished loads. If the corpus is not official (not in
-- variable `official_corpora`), its collections then have no corpus.
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
update main.collections set corpus = null
where corpus = getvariable('corpus') and not list_contains(getvariable('official_corpora'), corpus);
delete from main.loads
where part = 'corpus' and name = getvariable('corpus');
delete from main.load_expectations where batch_id not in (select loads.batch_id from main.loads as loads);
