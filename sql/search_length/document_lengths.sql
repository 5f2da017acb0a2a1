-- Atomized search length of every relevant item in every run: its rank if the other relevant items did not exist.
--
-- source: Atomized Search Length, section 3.1, equations 1 to 3; section 3.2, equation 6 for precision
-- grain: collection, run_id, query_id, doc_id
-- params:
--   min_relevance: lowest grade that is relevant; null for the level of each collection (the paper takes 1 for
--     passages, too)
-- columns:
--   query_id: judged topic that the run answers
--   doc_id: relevant item
--   rank: position from 1; null when the run did not retrieve the item
--   relevant_above: relevant items ranked above it; null when not retrieved
--   search_length: rank - relevant_above; for an item not retrieved, the number of irrelevant items in the whole list
--   item_precision: (relevant_above + 1) / rank, MAP's value of the item; 0 when not retrieved
-- needs: runs
-- caveats: Unjudged items count as irrelevant. Runs of different depth are not comparable: a short list makes a missing
--   item cheap. A topic the run leaves out has no list to count in, so it has no rows here (equation 3 would give it 0,
--   better than perfect); search_length.run_lengths counts such topics. By equation 3 a missing item may get less than
--   an
--   item at the very bottom, and 0 when everything retrieved is relevant: followed as printed.
-- example: from search_length.document_lengths(min_relevance := 1) where run_id = 'p_bm25' and query_id = '2082' order
--   by rank
create or replace macro search_length.document_lengths(min_relevance := null) as table
    with items as (
        select
            judgments.collection,
            run_topics.run_id,
            judgments.query_id,
            judgments.doc_id,
            run_topics.num_ret,
            hits.rank,
            case
                when hits.rank is not null
                    then
                        row_number() over (
                            partition by judgments.collection, run_topics.run_id, judgments.query_id order by hits.rank
                        ) - 1
            end as relevant_above,
            count(hits.rank) over (partition by judgments.collection, run_topics.run_id, judgments.query_id) as num_rel_ret,
        from metrics.judgments(min_relevance := min_relevance) as judgments
        inner join main.run_topics as run_topics
            on
                judgments.collection = run_topics.collection
                and judgments.query_id = run_topics.query_id
        left join metrics.hits(min_relevance := min_relevance) as hits
            on
                run_topics.collection = hits.collection
                and run_topics.run_id = hits.run_id
                and run_topics.query_id = hits.query_id
                and judgments.doc_id = hits.doc_id
        where judgments.is_relevant
    )

    select
        collection,
        run_id,
        query_id,
        doc_id,
        rank,
        relevant_above,
        coalesce(rank - relevant_above, num_ret - num_rel_ret) as search_length,
        coalesce((relevant_above + 1) / rank, 0) as item_precision,
    from items;
