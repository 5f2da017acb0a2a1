select
    qrels.file_id,
    qrels.line,
    'grade ' || coalesce(qrels.gain::varchar, qrels.relevance::varchar) || ' of topic ' || qrels.query_id || ', document ' || qrels.doc_id
    || '; official grades range from ' || known.lowest || ' to ' || known.highest as detail,
from staging.qrels as qrels
inner join staging.files as files on files.file_id = qrels.file_id
inner join staging.known_grades as known on known.collection = files.collection
where qrels.relevance not between known.lowest and known.highest
order by qrels.file_id, qrels.line
