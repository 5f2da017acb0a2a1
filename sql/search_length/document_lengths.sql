-- Atomized search length of every relevant item in every run: its rank if the other relevant items did not exist.
--
-- source: Atomized Search Length, section 3.1, equations 1 to 3; section 3.2, equation 6 for precision
-- grain: collection, run_id, query_id, doc_id
-- params:
--   min_relevance: lowest grade that is relevant; null for the level of each collection (the paper takes 1 for
--     passages, too)
-- columns:
--   query_id: judged topic; with is_padded also those that the run leaves out
--   doc_id: relevant item
--   rank: position from 1; null when the run did not retrieve the item, or below run_depth
--   relevant_above: relevant items ranked above it; null when not retrieved
--   search_length: rank - relevant_above; for an item not retrieved, the number of irrelevant items in the whole list
--   item_precision: (relevant_above + 1) / rank, MAP's value of the item; 0 when not retrieved
--   depth: items that the run returns for the topic
--   run_depth: depth that the list is cut at and padded to with irrelevant items; null without is_padded
-- needs: runs
-- caveats: Unjudged items count as irrelevant. Without is_padded a short list makes a missing item cheap, so runs of
--   different depth are not comparable, and a topic the run leaves out has no rows. By equation 3 a missing item may get
--   less than an item at the very bottom, and 0 when the whole list is relevant: followed as printed
-- example: from search_length.document_lengths(min_relevance := 1) where run_id = 'p_bm25' and query_id = '2082' order
--   by rank
create or replace macro search_length.document_lengths(min_relevance := null, is_padded := true) as table
    with loaded_runs as (
        select distinct run_topics.collection, run_topics.run_id,
        from main.run_topics as run_topics
    ),

    -- a left join on equalities alone, which DuckDB hashes: the depth is compared afterwards
    judged as (
        select
            judgments.collection,
            loaded_runs.run_id,
            judgments.query_id,
            judgments.doc_id,
            coalesce(run_topics.num_ret, 0) as num_ret,
            case when is_padded then metrics.reading_depth(collections.run_depth) end as run_depth,
            hits.rank,
        from metrics.judgments(min_relevance := min_relevance) as judgments
        inner join main.collections as collections on judgments.collection = collections.collection
        inner join loaded_runs on judgments.collection = loaded_runs.collection
        left join main.run_topics as run_topics
            on
                judgments.collection = run_topics.collection
                and loaded_runs.run_id = run_topics.run_id
                and judgments.query_id = run_topics.query_id
        left join metrics.hits(min_relevance := min_relevance) as hits
            on run_topics.answer_id = hits.answer_id and judgments.doc_id = hits.doc_id
        where judgments.is_relevant and (is_padded or run_topics.answer_id is not null)
    ),

    cut as (
        select
            collection,
            run_id,
            query_id,
            doc_id,
            num_ret,
            run_depth,
            case when rank <= coalesce(run_depth, rank) then rank end as rank,
        from judged
    ),

    items as (
        select
            *,
            case when rank is not null then row_number() over (topics order by rank) - 1 end as relevant_above,
            count(rank) over topics as num_rel_ret,
        from cut
        window topics as (partition by collection, run_id, query_id)
    )

    select
        collection,
        run_id,
        query_id,
        doc_id,
        rank,
        relevant_above,
        coalesce(rank - relevant_above, coalesce(run_depth, num_ret) - num_rel_ret) as search_length,
        coalesce((relevant_above + 1) / rank, 0) as item_precision,
        num_ret as depth,
        run_depth,
    from items;
