-- Every retrieved item with its position under each tie rule.
--
-- source: metrics.place
-- grain: collection, run_id, query_id, doc_id
-- params:
--   except_rule: tie rule of collections to skip, because their stored ranks already follow it; null to include all
--     collections
-- columns:
--   query_id: topic number as text
--   answer_id: number of the pair of run and topic, as in run_topics
--   doc_id
--   score: score as submitted
--   submitted_rank: rank column of the file
--   tie_rule: tie rule of the collection
--   rank_float: position from 1 with scores compared as 4-byte floats
--   rank_double: position from 1 with scores compared as doubles
--   rank_submitted: position from 1 by the rank column; equal ranks are ordered as under 'double'
--   rank_ascending: position from 1 with scores compared as doubles and ties ordered by ascending ids
-- needs: runs
-- caveats: main.rankings.rank is the position under the tie rule of the collection, computed at load
-- cost: 5 s of processor time and 700 MB with the 63 passage runs of TREC 2021
-- example: select doc_id, rank_float, rank_submitted from metrics.orders() where run_id = 'p_bm25'
create or replace macro metrics.orders(except_rule := null) as table
with wanted_answers as (
    select
        run_topics.collection,
        run_topics.run_id,
        run_topics.query_id,
        run_topics.answer_id,
        collections.tie_rule,
    from main.run_topics as run_topics
    inner join main.collections as collections on run_topics.collection = collections.collection
    where metrics.is_measured(run_topics.answer_id) and collections.tie_rule is distinct from except_rule
),

by_float as (
    -- Names of runs and topics are joined after the sorts, so that the sorts carry less data. Among items with equal scores,
    -- the stored rank ('float') already orders by descending document id, and sorting by the rank is faster than by the id.
    select
        rankings.answer_id,
        rankings.doc_id,
        rankings.score,
        rankings.submitted_rank,
        rankings.rank as rank_float,
        metrics.place(
            rankings.answer_id, 'double', rankings.submitted_rank, rankings.score, -rankings.rank
        ) as rank_double,
        metrics.place(
            rankings.answer_id, 'submitted', rankings.submitted_rank, rankings.score, -rankings.rank
        ) as rank_submitted,
        metrics.place(
            rankings.answer_id, 'ascending', rankings.submitted_rank, rankings.score, -rankings.rank
        ) as rank_ascending,
    from store.rankings as rankings
    semi join wanted_answers on rankings.answer_id = wanted_answers.answer_id and wanted_answers.tie_rule = 'float'
    where rankings.rank is not null and metrics.is_measured(rankings.answer_id)
),

by_other_rules as (
    select
        rankings.answer_id,
        rankings.doc_id,
        rankings.score,
        rankings.submitted_rank,
        metrics.place(
            rankings.answer_id, 'float', rankings.submitted_rank, rankings.score, rankings.doc_id
        ) as rank_float,
        metrics.place(
            rankings.answer_id, 'double', rankings.submitted_rank, rankings.score, rankings.doc_id
        ) as rank_double,
        metrics.place(
            rankings.answer_id, 'submitted', rankings.submitted_rank, rankings.score, rankings.doc_id
        ) as rank_submitted,
        metrics.place(
            rankings.answer_id, 'ascending', rankings.submitted_rank, rankings.score, rankings.doc_id
        ) as rank_ascending,
    from store.rankings as rankings
    semi join wanted_answers on rankings.answer_id = wanted_answers.answer_id and wanted_answers.tie_rule <> 'float'
    where rankings.rank is not null and metrics.is_measured(rankings.answer_id)
),

ordered as (
    select answer_id, doc_id, score, submitted_rank, rank_float, rank_double, rank_submitted, rank_ascending,
    from by_float
    union all
    select answer_id, doc_id, score, submitted_rank, rank_float, rank_double, rank_submitted, rank_ascending,
    from by_other_rules
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
    ordered.rank_float,
    ordered.rank_double,
    ordered.rank_submitted,
    ordered.rank_ascending,
from ordered
inner join wanted_answers on ordered.answer_id = wanted_answers.answer_id;
