-- The official labels of the topic of variables `collection` and `query_id`.
select
    judgments.doc_id,
    judgments.relevance,
    judgments.is_relevant,
from metrics.judgments() as judgments
where judgments.collection = getvariable('collection') and judgments.query_id = getvariable('query_id');
