select
    qrels.file_id,
    qrels.line,
    'document ''' || qrels.doc_id || ''' does not have the form ' || collections.doc_id_pattern
    || staging.foreign_cure(
        files.skips_foreign,
        count(*) over (partition by qrels.file_id)
        = (select count(*) from staging.qrels as lines where lines.file_id = qrels.file_id),
        files.collection
    ) as detail,
from staging.qrels as qrels
inner join staging.files as files on files.file_id = qrels.file_id
inner join staging.collections as collections on collections.collection = files.collection
where not staging.is_known_form(files.collection, qrels.doc_id)
order by qrels.file_id, qrels.line
