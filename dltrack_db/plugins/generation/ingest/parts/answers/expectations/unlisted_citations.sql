select distinct
    cited.file_id,
    cited.line,
    'topic ' || cited.query_id || ' cites ' || cited.doc_id || ', which is not among its references' as detail,
from staging.answer_citations as cited
inner join staging.answer_lines as answers on answers.file_id = cited.file_id and answers.line = cited.line
where answers.doc_ids is not null and not list_contains(answers.doc_ids, cited.doc_id)
order by cited.file_id, cited.line, detail
