select file_id, line, detail
from (
    select file_id, line, staging.told('run id', run_id) as detail
    from staging.answer_lines
    where staging.is_unfit(run_id)
    union all
    select file_id, line, staging.told('topic id', query_id) as detail
    from staging.answer_lines
    where staging.is_unfit(query_id)
    union all
    select file_id, line, staging.told('document id', doc_id) as detail
    from staging.answer_citations
    where staging.is_unfit(doc_id)
) as unfit
order by file_id, line, detail
