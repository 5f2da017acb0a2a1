select
    file_id,
    line,
    'document ' || doc_id || ' occurs again for topic ' || query_id
    || case when subtopic <> '' then ', subtopic ' || subtopic else '' end
    || ', first on line ' || min(line) over (partition by file_id, query_id, subtopic, doc_id) as detail,
from staging.qrels
where query_id is not null and doc_id is not null
qualify row_number() over (partition by file_id, query_id, subtopic, doc_id order by line) > 1
order by file_id, line
