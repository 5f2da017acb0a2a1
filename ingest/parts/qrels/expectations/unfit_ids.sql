select file_id, line, staging.told('topic id', query_id) as detail
from staging.qrels
where staging.is_unfit(query_id)
union all
select file_id, line, staging.told('document id', doc_id) as detail
from staging.qrels
where staging.is_unfit(doc_id)
union all
select file_id, line, staging.told('stratum', stratum) as detail
from staging.qrels
where staging.is_unfit(stratum)
order by file_id, line
