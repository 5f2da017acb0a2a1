-- Views of the load of variable `load_no` for its expectations, in the schema staging of the in-memory catalog. Expectations use
-- separate connections, which share tables and views with this one, but no variables.
create schema if not exists memory.staging;

-- Copies of macros that other macros call: DuckDB searches the current catalog for them, which is `memory` during expectations.
create schema if not exists memory.corpus;

create or replace macro memory.corpus.numbers_per_bundle() as dltrack.corpus.numbers_per_bundle();

create or replace table memory.staging.corpus as
select
    corpora.load_no,
    corpora.corpus,
    corpora.kind,
    corpora.profile,
    corpora.is_subset,
    corpora.expected_rows,
    nullif(getvariable('expected_members')::integer, 0) as expected_members,
    getvariable('collection') as collection,
    getvariable('id_pattern') as id_pattern,
    getvariable('document_pattern') as document_pattern,
    getvariable('document_corpus') as document_corpus,
    getvariable('passage_corpus') as passage_corpus,
    getvariable('ids_rise')::boolean as ids_rise,
from dltrack.store.corpora as corpora
where corpora.load_no = getvariable('load_no');

-- The mapping from passages to documents in a user's texts; empty for other corpora.
create or replace table memory.staging.mapping as
select
    mapping.passage_id,
    mapping.document_id,
from temp.mapping as mapping;

create or replace view memory.staging.members as
select members.*
from dltrack.store.members as members
where members.load_no = (select load_no from memory.staging.corpus);

create or replace view memory.staging.passages as
select passages.*
from dltrack.store.passages as passages
where passages.load_no = (select load_no from memory.staging.corpus);

create or replace view memory.staging.documents as
select documents.*
from dltrack.store.documents as documents
where documents.load_no = (select load_no from memory.staging.corpus);

-- The items of the load, as keys and stems.
create or replace view memory.staging.items as
select passages.stem, passages.key from memory.staging.passages as passages
union all
select documents.stem, documents.key from memory.staging.documents as documents
union all
select near_duplicates.stem, near_duplicates.key
from dltrack.store.near_duplicates as near_duplicates
where near_duplicates.load_no = (select load_no from memory.staging.corpus)
union all
select distinct_passages.stem, distinct_passages.key
from dltrack.store.distinct_passages as distinct_passages
where distinct_passages.load_no = (select load_no from memory.staging.corpus);

-- Judged items that are not in the load, of all collections on this corpus and of the collection that the load adds texts to.
create or replace view memory.staging.missing_judged as
with
judged as (
    select distinct qrels.doc_id
    from dltrack.main.qrels as qrels
    inner join dltrack.main.collections as collections
        on qrels.collection = collections.collection
    inner join memory.staging.corpus as corpus
        on collections.corpus = corpus.corpus or collections.collection = corpus.collection
),

numbered as (
    select
        doc_id,
        dltrack.corpus.stem(doc_id) as stem,
        dltrack.corpus.key(doc_id) as key,
    from judged
)

select numbered.doc_id
from numbered
where not exists (
    select 1
    from memory.staging.items as items
    where items.key = numbered.key and items.stem = numbered.stem
);

-- Documents of the loaded document corpus, for passages and their mapping.
create or replace view memory.staging.mapped_documents as
select documents.stem, documents.key, documents.num_bytes
from dltrack.store.documents as documents
inner join dltrack.store.corpora as corpora
    on documents.load_no = corpora.load_no
inner join memory.staging.corpus as corpus
    on corpora.corpus = corpus.document_corpus
where corpora.is_published and corpora.profile <> 'judged';

-- Passages with a document that is not in the loaded document corpus, or with spans beyond the end of the document's body.
create or replace view memory.staging.misplaced_passages as
select
    passages.stem,
    passages.key,
    passages.document_stem,
    passages.document_key,
    passages.spans,
    mapped_documents.num_bytes as document_bytes,
from memory.staging.passages as passages
left join memory.staging.mapped_documents as mapped_documents
    on passages.document_key = mapped_documents.key and passages.document_stem = mapped_documents.stem
where
    (select count(*) from memory.staging.mapped_documents as loaded_documents) > 0
    and passages.document_key is not null
    and (
        mapped_documents.key is null
        or try_cast(regexp_extract(passages.spans, '(\d+)\)$', 1) as bigint) > mapped_documents.num_bytes
    );
