select
    cited.file_id,
    cited.line,
    'sentence ' || cited.position || ' of topic ' || cited.query_id || ' has ' || count(*) || ' citations, at most '
    || any_value(answers.most_citations) || ' are allowed' as detail,
from staging.answer_citations as cited
inner join staging.answer_lines as answers
    on answers.file_id = cited.file_id and answers.line = cited.line and answers.query_id = cited.query_id
group by cited.file_id, cited.line, cited.query_id, cited.position
having count(*) > any_value(answers.most_citations)
union all
select
    file_id,
    line,
    'topic ' || query_id || ' has ' || len(doc_ids) || ' references, at most ' || most_references || ' are allowed' as detail,
from staging.answer_lines
where problem is null and len(doc_ids) > most_references
order by file_id, line, detail
