-- Facts about the form of each loaded run's answer to each topic, including the topics that the run does not answer.
--
-- source: TREC Deep Learning guidelines (run format, depth); trec_eval 9 form_res_rels.c for ties (4-byte scores)
-- grain: collection, run_id, query_id
-- columns:
--   query_id: topic that the run answers, or that the collection has or judges
--   is_known: whether the collection has the topic; null if the topics are not loaded
--   is_judged: whether the topic has official labels
--   num_ret: number of items that the run returns; 0 if the run does not answer the topic
--   is_too_deep: whether num_ret exceeds the track's limit; null if there is no limit
--   repeated_documents: rows that repeat a document
--   first_rank: lowest rank in the file
--   has_rank_gaps: whether ranks are not consecutive numbers without repetition
--   is_out_of_order: whether scores do not fall as the rank column rises; the scores decide the order, not the rank column
--   scores_not_finite: rows whose score is not a finite number, including scores that overflow the 4-byte float of
--     trec_eval 9
--   has_ties: whether at least two items have the same score
--   is_unordered: whether all items have the same score by the collection's tie rule (metrics.orders_nothing)
--   has_float_ties: whether some scores differ but are equal as 4-byte floats
--   has_other_top: whether, without excluded items, the first ten items in trec_eval's order are not the first ten by the rank
--     column in the same order
--   has_own_item: whether the item with the topic's own id is not excluded and is among the first ten
--   foreign_documents: rows whose document is not in the corpus; null if the corpus is not loaded completely
-- needs: runs
-- caveats: columns about rows are null if the run does not answer the topic; dltrack check computes the same facts for files
-- cost: 2 s of processor time and 300 MB with the 63 passage runs of TREC 2021
-- example: select query_id from systems.run_topic_census where is_judged and num_ret = 0 and run_id = 'alder_p2'
create or replace view systems.run_topic_census as
with
loaded as (
    select
        runs.collection,
        runs.run_id,
        collections.query_set,
        collections.run_depth,
        collections.tie_rule,
        collections.corpus in (select corpus from systems.complete_corpora) as is_corpus_complete,
    from main.runs as runs
    inner join main.collections as collections on collections.collection = runs.collection
    where runs.source_file is not null
),

-- Partitioned by answer_id, because sorting by three names takes three times as long.
compared as (
    select
        rankings.answer_id,
        rankings.submitted_rank,
        rankings.score,
        rankings.rank,
        metrics.float_score(rankings.score) as float_score,
        lag(rankings.submitted_rank) over as_submitted as rank_before,
        lag(rankings.score) over as_submitted as score_before,
        count(rankings.rank) over as_submitted as position, -- among the items that are not excluded
        lag(rankings.score) over by_score as score_below,
        metrics.float_score(lag(rankings.score) over by_score) as float_score_below,
    from store.rankings as rankings
    window
        as_submitted as (partition by rankings.answer_id order by rankings.submitted_rank, rankings.rank),
        by_score as (partition by rankings.answer_id order by rankings.score)
),

counted as (
    select
        answer_id,
        count(*) as num_ret,
        min(submitted_rank) as first_rank,
        max(submitted_rank) - min(submitted_rank) + 1 <> count(*)
        or count(*) filter (submitted_rank = rank_before) > 0 as has_rank_gaps,
        bool_or(score > score_before) as is_out_of_order,
        min(score) as lowest_score,
        max(score) as highest_score,
        count(*) filter (not isfinite(score) or not isfinite(float_score)) as scores_not_finite,
        count(*) filter (score is distinct from score_below) as scores,
        count(*) filter (float_score is distinct from float_score_below) as float_scores,
        bool_or(position <> rank and least(position, rank) <= 10) as has_other_top,
    from compared
    group by answer_id
),

repeated as (
    select
        rankings.answer_id,
        count(*) - count(distinct rankings.doc_id) as repeated_documents,
    from store.rankings as rankings
    group by rankings.answer_id
),

own_items as (
    select rankings.answer_id,
    from store.rankings as rankings
    inner join main.run_topics as run_topics
        on run_topics.answer_id = rankings.answer_id and run_topics.query_id = rankings.doc_id
    where rankings.rank <= 10
    group by rankings.answer_id
),

by_topic as (
    select
        run_topics.collection,
        run_topics.run_id,
        run_topics.query_id,
        counted.* exclude (answer_id),
        repeated.repeated_documents,
        own_items.answer_id is not null as has_own_item,
    from counted
    inner join repeated on repeated.answer_id = counted.answer_id
    inner join main.run_topics as run_topics on run_topics.answer_id = counted.answer_id
    left join own_items on own_items.answer_id = counted.answer_id
),

judged_topics as (
    select distinct qrels.collection, qrels.query_id
    from labels.counted as qrels
    inner join main.collections as collections
        on collections.collection = qrels.collection and collections.qrels_variant = qrels.variant
),

asked as (
    select loaded.collection, loaded.run_id, queries.query_id
    from loaded
    inner join main.queries as queries on queries.query_set = loaded.query_set
    union
    select loaded.collection, loaded.run_id, judged_topics.query_id
    from loaded
    inner join judged_topics on judged_topics.collection = loaded.collection
),

answered_or_not as (
    select * from by_topic
    union all by name
    select asked.*, 0 as num_ret
    from asked
    anti join main.run_topics as run_topics
        on run_topics.collection = asked.collection
        and run_topics.run_id = asked.run_id
        and run_topics.query_id = asked.query_id
)

select
    topics.collection,
    topics.run_id,
    topics.query_id,
    case
        when loaded.query_set in (select query_set from main.queries) then queries.query_id is not null
    end as is_known,
    judged_topics.query_id is not null as is_judged,
    topics.num_ret,
    topics.num_ret > loaded.run_depth as is_too_deep,
    topics.repeated_documents,
    topics.first_rank,
    topics.has_rank_gaps,
    topics.is_out_of_order,
    topics.scores_not_finite,
    topics.scores < topics.num_ret as has_ties,
    metrics.orders_nothing(
        loaded.tie_rule, topics.num_ret, topics.lowest_score, topics.highest_score
    ) as is_unordered,
    topics.float_scores < topics.scores as has_float_ties,
    topics.has_other_top,
    topics.has_own_item,
    case
        when loaded.is_corpus_complete and topics.num_ret > 0 then coalesce(unknown.num_unknown, 0)
    end as foreign_documents,
from answered_or_not as topics
inner join loaded on loaded.collection = topics.collection and loaded.run_id = topics.run_id
left join main.queries as queries on queries.query_set = loaded.query_set and queries.query_id = topics.query_id
left join judged_topics
    on judged_topics.collection = topics.collection and judged_topics.query_id = topics.query_id
left join systems.unknown_documents as unknown
    on unknown.collection = topics.collection
    and unknown.run_id = topics.run_id
    and unknown.query_id = topics.query_id
order by topics.collection, topics.run_id, topics.query_id;
