-- Every retrieved item that has a label, with its grade and its position under each tie rule. Loads store these rows in
-- main.judged_rankings; `dltrack verify` compares the stored rows with this macro.
--
-- source: store.rankings, main.qrels, metrics.place
-- grain: collection, variant, run_id, query_id, doc_id
-- columns:
--   variant: label set
--   run_id
--   query_id: topic number as text
--   doc_id
--   rank: position from 1 with scores compared as 4-byte floats, see metrics.orders
--   relevance: grade
--   answer_id: number of the pair of run and topic, as in run_topics
--   rank_double: position from 1 with scores compared as doubles, see metrics.orders
--   rank_submitted: position from 1 by the rank column of the file, see metrics.orders
--   rank_ascending: position from 1 with scores compared as doubles and ties ordered by ascending ids, see metrics.orders
--   gain: label as given, if the label set has fractions; otherwise null
-- needs: runs
-- caveats: computed from every retrieved item; main.judged_rankings contains the same rows
-- cost: .8 s of processor time and 300 MB with the 63 passage runs of TREC 2021
-- example: select doc_id, rank, relevance from metrics.judged_orders() where run_id = 'p_bm25' and query_id = '2082'
create or replace macro metrics.judged_orders() as table
with answers as (
    select
        run_topics.collection,
        run_topics.run_id,
        run_topics.query_id,
        run_topics.answer_id,
        collections.tie_rule,
    from main.run_topics as run_topics
    inner join main.collections as collections on run_topics.collection = collections.collection
    semi join main.qrels as qrels
        on run_topics.collection = qrels.collection and run_topics.query_id = qrels.query_id
    where metrics.is_measured(run_topics.answer_id)
),

-- The stored rank follows the rule of the collection. All rules that compare scores agree on it, except between items whose
-- scores are equal as 4-byte floats (tie_score). Under the rule 'submitted', all items of an answer are treated as tied.
retrieved as not materialized (
    select
        answers.collection,
        answers.run_id,
        answers.query_id,
        answers.tie_rule,
        rankings.answer_id,
        rankings.doc_id,
        rankings.rank,
        rankings.submitted_rank,
        rankings.score,
        case when answers.tie_rule <> 'submitted' then metrics.float_score(rankings.score) end as tie_score,
    from store.rankings as rankings
    inner join answers on rankings.answer_id = answers.answer_id
    where rankings.rank is not null and metrics.is_measured(rankings.answer_id)
),

judged as materialized (
    select
        retrieved.collection,
        qrels.variant,
        retrieved.run_id,
        retrieved.query_id,
        retrieved.doc_id,
        retrieved.rank,
        retrieved.tie_score,
        qrels.relevance,
        retrieved.answer_id,
        qrels.gain,
    from retrieved
    inner join main.qrels as qrels
        on retrieved.collection = qrels.collection
        and retrieved.query_id = qrels.query_id
        and retrieved.doc_id = qrels.doc_id
),

-- Only ties with a judged item are sorted, because few items are tied.
ties as (
    select
        retrieved.answer_id,
        retrieved.tie_score,
        any_value(retrieved.tie_rule) as tie_rule,
        min(retrieved.rank) - 1 as num_ahead,
        row_number() over () as tie, -- noqa: PRS
    from retrieved
    semi join judged
        on retrieved.answer_id = judged.answer_id and retrieved.tie_score is not distinct from judged.tie_score
    group by retrieved.answer_id, retrieved.tie_score
    having count(*) > 1
),

-- Under the rule 'float', the stored rank of tied items falls as document ids rise if their scores are equal as doubles, too.
-- Sorting by it is faster than reading ids.
placed as (
    select
        ties.answer_id,
        retrieved.rank,
        retrieved.rank as rank_float,
        ties.num_ahead
        + metrics.place(ties.tie, 'double', retrieved.submitted_rank, retrieved.score, -retrieved.rank) as rank_double,
        ties.num_ahead
        + metrics.place(ties.tie, 'ascending', retrieved.submitted_rank, retrieved.score, -retrieved.rank) as rank_ascending,
    from ties
    inner join retrieved
        on ties.answer_id = retrieved.answer_id and ties.tie_score is not distinct from retrieved.tie_score
    where ties.tie_rule = 'float'
    union all
    select
        ties.answer_id,
        retrieved.rank,
        ties.num_ahead
        + metrics.place(ties.tie, 'float', retrieved.submitted_rank, retrieved.score, retrieved.doc_id) as rank_float,
        ties.num_ahead
        + metrics.place(ties.tie, 'double', retrieved.submitted_rank, retrieved.score, retrieved.doc_id) as rank_double,
        ties.num_ahead
        + metrics.place(ties.tie, 'ascending', retrieved.submitted_rank, retrieved.score, retrieved.doc_id) as rank_ascending,
    from ties
    inner join retrieved
        on ties.answer_id = retrieved.answer_id and ties.tie_score is not distinct from retrieved.tie_score
    where ties.tie_rule <> 'float'
),

-- Answers whose rank column has another order than the stored ranks.
reordered as (
    select retrieved.answer_id,
    from retrieved
    group by retrieved.answer_id
    having min(retrieved.submitted_rank::bigint - retrieved.rank) < max(retrieved.submitted_rank::bigint - retrieved.rank)
),

-- Among equal scores, stored ranks fall as document ids rise, except under the rule 'ascending'.
by_rank_column as (
    select
        retrieved.answer_id,
        retrieved.rank,
        metrics.place(
            retrieved.answer_id,
            'submitted',
            retrieved.submitted_rank,
            retrieved.score,
            case retrieved.tie_rule when 'ascending' then retrieved.rank else -retrieved.rank end
        ) as rank_submitted,
    from retrieved
    semi join reordered on retrieved.answer_id = reordered.answer_id
)

select
    judged.collection,
    judged.variant,
    judged.run_id,
    judged.query_id,
    judged.doc_id,
    coalesce(placed.rank_float, judged.rank) as rank,
    judged.relevance,
    judged.answer_id,
    coalesce(placed.rank_double, judged.rank) as rank_double,
    coalesce(by_rank_column.rank_submitted, judged.rank) as rank_submitted,
    coalesce(placed.rank_ascending, judged.rank) as rank_ascending,
    judged.gain,
from judged
left join placed on judged.answer_id = placed.answer_id and judged.rank = placed.rank
left join by_rank_column on judged.answer_id = by_rank_column.answer_id and judged.rank = by_rank_column.rank;
