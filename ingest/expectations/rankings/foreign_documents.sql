select
    rankings.file_id,
    coalesce(rankings.line, rankings.rowid - files.first_row + 1) as line,
    'document «' || rankings.doc_id || '», expected the form ' || collections.doc_id_pattern as detail,
from staging.rankings as rankings
inner join staging.files as files on files.file_id = rankings.file_id
inner join staging.collections as collections on collections.collection = files.collection
where not regexp_full_match(files.collection || ':' || rankings.doc_id, getvariable('doc_id_forms'))
order by rankings.file_id, line
