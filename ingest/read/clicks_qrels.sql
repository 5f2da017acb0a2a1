-- Labels from clicks (view temp.clicks of clicks.sql): each clicked document has grade 1. Variable: `file_id`.
select
    getvariable('file_id')::integer as file_id,
    clicks.line,
    clicks.query_id,
    '0' as iteration,
    clicks.doc_id,
    1::smallint as relevance,
    clicks.problem,
from temp.clicks as clicks
