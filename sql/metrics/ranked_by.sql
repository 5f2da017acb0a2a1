-- Every retrieved item with its position under one tie rule.
--
-- source: metrics.orders; trec_eval 9.0.8 and 10 form_res_rels.c
-- grain: collection, run_id, query_id, doc_id
-- params:
--   tie_rule: 'trec_eval9', 'trec_eval10', 'submitted' (rank column of the file), or null for the rule in collections
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: topic number as text
--   doc_id: id of the retrieved item
--   rank: position from 1 under the rule
--   score: score as submitted
--   submitted_rank: rank column of the file
-- caveats: an unknown rule yields no rows; equal submitted ranks are put in trec_eval 10 order
-- example: select doc_id, rank from metrics.ranked_by('trec_eval10') where run_id = 'p_bm25' and query_id = '2082'
create or replace macro metrics.ranked_by(tie_rule) as table
with chosen as (
    -- stored at load: not through metrics.orders, whose window functions DuckDB would compute for nothing
    select
        rankings.collection,
        rankings.run_id,
        rankings.query_id,
        rankings.doc_id,
        rankings.rank,
        rankings.score,
        rankings.submitted_rank,
    from main.rankings as rankings
    inner join main.collections as collections on rankings.collection = collections.collection
    where coalesce(tie_rule, collections.tie_rule) = 'trec_eval9'
    union all
    select collection, run_id, query_id, doc_id, rank_trec_eval10 as rank, score, submitted_rank,
    from metrics.orders() as orders
    where coalesce(tie_rule, orders.tie_rule) = 'trec_eval10'
    union all
    select collection, run_id, query_id, doc_id, rank_submitted as rank, score, submitted_rank,
    from metrics.orders() as orders
    where coalesce(tie_rule, orders.tie_rule) = 'submitted'
)

select
    collection,
    run_id,
    query_id,
    doc_id,
    rank::integer as rank,
    score,
    submitted_rank,
from chosen;
