-- One row for each run and topic: search lengths of the retrieved relevant items as a list, and the search length of a missing
-- item.
--
-- source: Atomized Search Length, section 3.1, equations 1 to 3
-- grain: collection, run_id, query_id
-- params:
--   min_relevance: lowest grade that is relevant; null for the level of each collection (the paper takes 1)
-- columns:
--   query_id: judged topic with a relevant item; topics that the run leaves out are included only with is_padded
--   answer_id: number of the pair of run and topic; null if the run leaves the topic out
--   num_rel: relevant items
--   ranks: ranks of the relevant items retrieved down to run_depth
--   lengths: search lengths of these items: the rank of the i-th item minus i - 1
--   missing_length: search length of each item that is not retrieved: the number of irrelevant items in the whole list
--   depth: items that the run returns for the topic
--   run_depth: depth that the list is cut at and padded to with irrelevant items; null without is_padded
-- needs: runs
-- caveats: the same as for search_length.document_lengths, which has a row for each item
-- example: from search_length.topic_lengths(min_relevance := 1) where run_id = 'p_bm25' and query_id = '2082'
create or replace macro search_length.topic_lengths(min_relevance := null, is_padded := true) as table
with found as (
    -- join by collection, too, so that filters on it reach the rankings
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
