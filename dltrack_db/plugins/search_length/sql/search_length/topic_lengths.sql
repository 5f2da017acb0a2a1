-- One row for each run and topic: a list of the search lengths of the retrieved relevant items, and the search length of a
-- missing item.
--
-- source: Atomized Search Length, section 3.1, equations 1 to 3
-- grain: collection, run_id, query_id
-- params:
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1)
-- columns:
--   query_id: judged topic with a relevant item; topics without results of the run are included only with is_padded
--   answer_id: number of the pair of run and topic; null if the run returns no items for the topic
--   num_rel: number of relevant items
--   ranks: ranks of the relevant items retrieved down to run_depth
--   lengths: search lengths of the items in ranks: for the i-th item, its rank - (i - 1)
--   missing_length: search length of each item that is not retrieved: the number of irrelevant items in the whole list
--   depth: number of items that the run returns for the topic
--   run_depth: depth at which the list is cut, and to which it is padded with irrelevant items; null without is_padded
-- needs: runs
-- caveats: see search_length.document_lengths, which has one row per item
-- example: from search_length.topic_lengths(min_relevance := 1) where run_id = 'p_bm25' and query_id = '2082'
create or replace macro search_length.topic_lengths(min_relevance := null, is_padded := true) as table
with found as (
    -- joined by collection, too, so that filters on the collection reach the rankings
    select
        hits.collection,
        hits.answer_id,
        list(hits.rank order by hits.rank) as ranks,
    from metrics.hits(min_relevance := min_relevance) as hits
    inner join main.collections as collections on hits.collection = collections.collection
    where hits.is_relevant and (not is_padded or hits.rank <= metrics.reading_depth(collections.run_depth))
    group by hits.collection, hits.answer_id
),

answers as (
    select
        answers.collection,
        answers.run_id,
        answers.query_id,
        answers.answer_id,
        answers.num_rel,
        answers.num_ret,
        case when is_padded then metrics.reading_depth(collections.run_depth) end as run_depth,
    from metrics.answers(min_relevance := min_relevance) as answers
    inner join main.collections as collections on answers.collection = collections.collection
    where answers.num_rel > 0 and (is_padded or answers.is_answered)
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    answers.answer_id,
    answers.num_rel,
    coalesce(found.ranks, []) as ranks,
    coalesce(list_transform(found.ranks, lambda rank, place: rank - place + 1), []) as lengths, -- noqa: PRS, LT01
    coalesce(answers.run_depth, answers.num_ret) - coalesce(len(found.ranks), 0) as missing_length,
    answers.num_ret::integer as depth,
    answers.run_depth,
from answers
left join found on answers.collection = found.collection and answers.answer_id = found.answer_id;
