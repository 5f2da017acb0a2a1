-- Every retrieved item with its position under each tie rule. This is the only place that orders a run.
--
-- source: trec_eval 9.0.8 form_res_rels.c (scores compared as float), trec_eval 10 form_res_rels.c (as double); in both
--   equal scores are ordered by doc_id descending and the rank column of the file is ignored
-- grain: collection, run_id, query_id, doc_id
-- params:
--   only_judged_topics: whether topics without any label are left out, which makes ordering quicker
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: topic number as text
--   answer_id: number of the pair of run and topic, as in run_topics
--   doc_id: id of the retrieved item
--   score: score as submitted
--   submitted_rank: rank column of the file
--   tie_rule: the rule of the collection
--   rank_trec_eval9: position from 1 as trec_eval 9 has it, computed at load
--   rank_trec_eval10: position from 1 as trec_eval 10 has it
--   rank_submitted: position from 1 by the rank column, equal ranks in the order of trec_eval 10
-- example: select doc_id, rank_trec_eval9, rank_submitted from metrics.orders(true) where run_id = 'p_bm25'
create or replace macro metrics.orders(only_judged_topics := false) as table
with wanted_topics as (
    -- a join, because DuckDB evaluates a condition with "or exists" for every row
    select run_topics.collection, run_topics.query_id,
    from main.run_topics as run_topics
    where not only_judged_topics
    union
    select qrels.collection, qrels.query_id,
    from main.qrels as qrels
    where only_judged_topics
),

wanted_answers as (
    select
        run_topics.collection,
        run_topics.run_id,
        run_topics.query_id,
        run_topics.answer_id,
        collections.tie_rule,
    from main.run_topics as run_topics
    inner join main.collections as collections on run_topics.collection = collections.collection
    inner join wanted_topics
        on run_topics.collection = wanted_topics.collection and run_topics.query_id = wanted_topics.query_id
    where metrics.is_measured(run_topics.answer_id)
),

ordered as (
    -- Names are joined only afterwards: they would be carried through every sort. Among equal scores the stored rank
    -- has the order of document ids.
    select
        rankings.answer_id,
        rankings.doc_id,
        rankings.score,
        rankings.submitted_rank,
        rankings.rank,
        row_number() over (
            partition by rankings.answer_id
            order by rankings.score desc, rankings.rank asc
        ) as rank_trec_eval10,
        row_number() over (
            partition by rankings.answer_id
            order by rankings.submitted_rank asc, rankings.score desc, rankings.rank asc
        ) as rank_submitted,
    from store.rankings as rankings
    semi join wanted_answers on rankings.answer_id = wanted_answers.answer_id
    where metrics.is_measured(rankings.answer_id)
)

select
    wanted_answers.collection,
    wanted_answers.run_id,
    wanted_answers.query_id,
    ordered.answer_id,
    ordered.doc_id,
    ordered.score,
    ordered.submitted_rank,
    wanted_answers.tie_rule,
    ordered.rank as rank_trec_eval9,
    ordered.rank_trec_eval10,
    ordered.rank_submitted,
from ordered
inner join wanted_answers on ordered.answer_id = wanted_answers.answer_id;
