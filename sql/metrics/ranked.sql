-- Every retrieved item with its position under the tie rule of the collection.
--
-- source: metrics.ranked_by with the rule in collections.tie_rule
-- grain: collection, run_id, query_id, doc_id
-- columns:
--   query_id: topic number as text
--   doc_id
--   rank: position from 1
--   score: score as submitted
--   submitted_rank: rank column of the file, which trec_eval's rules ignore
-- needs: runs
-- example: select doc_id, rank, score from metrics.ranked where run_id = 'p_bm25' and query_id = '2082' order by rank
create or replace view metrics.ranked as
select
    collection,
    run_id,
    query_id,
    doc_id,
    rank,
    score,
    submitted_rank,
from metrics.ranked_by(null);
