-- Every retrieved item with its position under one tie rule.
--
-- source: metrics.orders; trec_eval form_res_rels.c
-- grain: collection, run_id, query_id, doc_id
-- params:
--   tie_rule: 'float', 'double', 'submitted' (rank column of the file), 'ascending' (equal scores by ascending ids), or null
--     for the tie rule of each collection
-- columns:
--   query_id: topic number as text
--   doc_id
--   rank: position from 1 under the rule
--   score: score as submitted
--   submitted_rank: rank column of the file
-- needs: runs
-- caveats: an unknown rule is an error; equal submitted ranks are ordered as under 'double'
-- cost: 3 s of processor time and 400 MB with the 63 passage runs of TREC 2021
-- example: select doc_id, rank from metrics.ranked_by('double') where run_id = 'p_bm25' and query_id = '2082'
create or replace macro metrics.ranked_by(tie_rule) as table
with chosen as (
    -- the ranks stored at load, because metrics.orders would sort every run again
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
    where
        rankings.rank is not null
        and metrics.known_tie_rule(coalesce(tie_rule, collections.tie_rule)) = collections.tie_rule
    union all
    select
        orders.collection,
        orders.run_id,
        orders.query_id,
        orders.doc_id,
        metrics.rank_under(
            metrics.known_tie_rule(tie_rule),
            orders.rank_float,
            orders.rank_double,
            orders.rank_submitted,
            orders.rank_ascending
        ) as rank,
        orders.score,
        orders.submitted_rank,
    from metrics.orders(except_rule := metrics.known_tie_rule(tie_rule)) as orders
    where tie_rule is not null
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
