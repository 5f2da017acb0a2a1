-- Every retrieved item with its position under a tie rule. This is the only place that orders a run.
--
-- source: trec_eval 9.0.8 form_res_rels.c (scores compared as float), trec_eval 10 form_res_rels.c (as double); in both equal scores are ordered by doc_id descending and the rank column of the file is ignored
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
with ruled as (
    select
        rankings.collection,
        rankings.run_id,
        rankings.query_id,
        rankings.doc_id,
        rankings.rank,
        rankings.score,
        rankings.submitted_rank,
        coalesce(tie_rule, collections.tie_rule) as rule,
    from main.rankings as rankings
    inner join main.collections as collections on rankings.collection = collections.collection
),

ordered as (
    select collection, run_id, query_id, doc_id, rank, score, submitted_rank,
    from ruled
    where rule = 'trec_eval9'
    union all
    select
        collection,
        run_id,
        query_id,
        doc_id,
        row_number() over (partition by collection, run_id, query_id order by score desc, doc_id desc) as rank,
        score,
        submitted_rank,
    from ruled
    where rule = 'trec_eval10'
    union all
    select
        collection,
        run_id,
        query_id,
        doc_id,
        row_number() over (
            partition by collection, run_id, query_id order by submitted_rank asc, score desc, doc_id desc
        ) as rank,
        score,
        submitted_rank,
    from ruled
    where rule = 'submitted'
)

select
    collection,
    run_id,
    query_id,
    doc_id,
    rank::integer as rank,
    score,
    submitted_rank,
from ordered;
