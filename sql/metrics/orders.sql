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
),

numbered as (
    select
        rankings.collection,
        rankings.run_id,
        rankings.query_id,
        wanted_answers.answer_id,
        rankings.doc_id,
        rankings.score,
        rankings.submitted_rank,
        wanted_answers.tie_rule,
        rankings.rank,
    from main.rankings as rankings
    inner join wanted_answers
        on rankings.collection = wanted_answers.collection
        and rankings.run_id = wanted_answers.run_id
        and rankings.query_id = wanted_answers.query_id
)

select
    numbered.collection,
    numbered.run_id,
    numbered.query_id,
    numbered.answer_id,
    numbered.doc_id,
    numbered.score,
    numbered.submitted_rank,
    numbered.tie_rule,
    numbered.rank as rank_trec_eval9,
    row_number() over (
        partition by numbered.answer_id, numbered.collection, numbered.tie_rule
        order by numbered.score desc, numbered.doc_id desc
    ) as rank_trec_eval10,
    row_number() over (
        partition by numbered.answer_id, numbered.collection, numbered.tie_rule
        order by numbered.submitted_rank asc, numbered.score desc, numbered.doc_id desc
    ) as rank_submitted,
from numbered;
