select
    rankings.file_id,
    rankings.line,
    'document ''' || rankings.doc_id || ''' does not have the form ' || collections.doc_id_pattern as detail,
from staging.ranking_lines as rankings
inner join staging.answers as answers
    on answers.file_id = rankings.file_id
    and answers.query_id is not distinct from rankings.query_id
    and answers.num_foreign > 0
inner join staging.files as files on files.file_id = rankings.file_id
inner join staging.collections as collections on collections.collection = files.collection
where not staging.is_known_form(files.collection, rankings.doc_id)
order by rankings.file_id, rankings.line
