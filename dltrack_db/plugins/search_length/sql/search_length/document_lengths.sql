-- One row for each run and relevant item, with its atomized search length: the rank that the item would have without the other
-- relevant items.
--
-- source: Atomized Search Length, section 3.1, equations 1 to 3; section 3.2, equation 6 for precision
-- grain: collection, run_id, query_id, doc_id
-- params:
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1, also for passages)
--   runs: runs to return, as a list; null for all runs
-- columns:
--   query_id: judged topic; topics without results of the run are included only with is_padded
--   doc_id: relevant item
--   rank: rank from 1; null if the run did not retrieve the item, or ranked it below run_depth
--   relevant_above: number of relevant items ranked above the item; null if the item is not retrieved
--   search_length: rank - relevant_above; for an item that is not retrieved, the number of irrelevant items in the whole list
--   item_precision: (relevant_above + 1) / rank, which MAP averages; 0 if the item is not retrieved
--   depth: number of items that the run returns for the topic
--   run_depth: depth at which the list is cut, and to which it is padded with irrelevant items; null without is_padded
-- needs: runs
-- caveats: Unjudged items are treated as irrelevant. Without is_padded, missing items have small search lengths in short
--   lists, so runs of different depth are not comparable; topics without results of the run have no rows. As in equation 3, a
--   missing item can have a smaller search length than an item at the end of the list, and 0 if the whole list is relevant.
-- example: from search_length.document_lengths(min_relevance := 1) where run_id = 'p_bm25' and query_id = '2082' order
--   by rank
create or replace macro search_length.document_lengths(min_relevance := null, is_padded := true, runs := null) as table
    with topics as (
        select
            topic_lengths.collection,
            topic_lengths.run_id,
            topic_lengths.query_id,
            topic_lengths.answer_id,
            topic_lengths.ranks,
            topic_lengths.missing_length,
            topic_lengths.depth,
            topic_lengths.run_depth,
        from search_length.topic_lengths(min_relevance := min_relevance, is_padded := is_padded) as topic_lengths
        where catalog.has_runs(runs) and (runs is null or list_contains(runs, topic_lengths.run_id))
    ),

    -- joined on equalities only, so that DuckDB uses a hash join; the depth is compared afterwards
    items as (
        select
            topics.*,
            judgments.doc_id,
            case when hits.rank <= coalesce(topics.run_depth, hits.rank) then hits.rank end as rank,
        from topics
        inner join metrics.judgments(min_relevance := min_relevance) as judgments
            on topics.collection = judgments.collection and topics.query_id = judgments.query_id
        left join metrics.hits(min_relevance := min_relevance) as hits
            on
                topics.collection = hits.collection
                and topics.answer_id = hits.answer_id
                and judgments.doc_id = hits.doc_id
        where judgments.is_relevant
    ),

    placed as (
        select
            *,
            list_position(ranks, rank)::bigint - 1 as relevant_above,
        from items
    )

    select
        collection,
        run_id,
        query_id,
        doc_id,
        rank,
        relevant_above,
        coalesce(rank - relevant_above, missing_length) as search_length,
        coalesce((relevant_above + 1) / rank, 0) as item_precision,
        depth,
        run_depth,
    from placed;
