select
    qrels.file_id,
    qrels.line,
    'document «' || qrels.doc_id || '», expected the form ' || collections.doc_id_pattern as detail,
from staging.qrels as qrels
inner join staging.files as files on files.file_id = qrels.file_id
inner join staging.collections as collections on collections.collection = files.collection
where collections.doc_id_pattern <> '' and not regexp_full_match(qrels.doc_id, collections.doc_id_pattern)
order by qrels.file_id, qrels.line
