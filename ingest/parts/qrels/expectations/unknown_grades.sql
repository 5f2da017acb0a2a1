select
    qrels.file_id,
    qrels.line,
    'grade ' || qrels.relevance || ' of topic ' || qrels.query_id || ', document ' || qrels.doc_id as detail,
from staging.qrels as qrels
where
    qrels.file_id in (select file_id from staging.expected_grades)
    and (qrels.file_id, qrels.relevance) not in (select file_id, relevance from staging.expected_grades)
order by qrels.file_id, qrels.line
