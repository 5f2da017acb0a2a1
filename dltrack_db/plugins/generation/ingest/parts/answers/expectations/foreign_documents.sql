select
    cited.file_id,
    cited.line,
    'topic ' || cited.query_id || ' cites ''' || cited.doc_id || ''', expected the form ' || collections.doc_id_pattern as detail,
from staging.answer_citations as cited
inner join staging.files as files on files.file_id = cited.file_id
inner join staging.collections as collections on collections.collection = files.collection
where not staging.is_known_form(files.collection, cited.doc_id)
union
select
    cited.file_id,
    cited.line,
    'topic ' || cited.query_id || ' cites ' || cited.doc_id || ', which is not in ' || collections.corpus as detail,
from staging.answer_citations as cited
inner join staging.files as files on files.file_id = cited.file_id
inner join staging.collections as collections on collections.collection = files.collection
inner join staging.known_corpora as known on known.corpus = collections.corpus
anti join staging.known_documents as documents
    on documents.corpus = collections.corpus and documents.doc_id = cited.doc_id
where staging.is_known_form(files.collection, cited.doc_id)
order by file_id, line, detail
