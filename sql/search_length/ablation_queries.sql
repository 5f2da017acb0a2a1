-- The way from MAP to atomized search length in three steps, for every topic and run.
--
-- source: Atomized Search Length, section 4.4 and Table 2
-- grain: collection, run_id, query_id, step
-- params:
--   min_relevance: lowest grade that is relevant; null for the level of each collection (the paper takes 1)
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic with a relevant item that the run answers
--   step: 0 'map', 1 'atomize_p', 2 'aggregate_docs', 3 'aggregate_rates'
--   name: name of the step
--   value: what the significance test sees: average precision; mean of 1 / search length; 1 / mean search length; mean
--     search length
-- caveats: A search length of 0 counts as 1 in the rates of steps 1 to 3, as no rate is above 1. Steps 2 and 3 hold the
--   same facts: step 3 tests search lengths where step 2 tests their reciprocals, as the paper's 1/P space asks for.
-- example: from search_length.ablation_queries() where run_id = 'p_bm25' and query_id = '2082' order by step
create or replace macro search_length.ablation_queries(min_relevance := null) as table
    with queries as (
        select
            document_lengths.collection,
            document_lengths.run_id,
            document_lengths.query_id,
            avg(document_lengths.item_precision) as average_precision,
            avg(1 / greatest(document_lengths.search_length, 1)) as mean_rate,
            avg(greatest(document_lengths.search_length, 1)) as mean_length,
        from search_length.document_lengths(min_relevance := min_relevance) as document_lengths
        group by document_lengths.collection, document_lengths.run_id, document_lengths.query_id
    )

    select
        collection,
        run_id,
        query_id,
        0 as step,
        'map' as name,
        average_precision as value,
    from queries
    union all
    select
        collection,
        run_id,
        query_id,
        1 as step,
        'atomize_p' as name,
        mean_rate as value,
    from queries
    union all
    select
        collection,
        run_id,
        query_id,
        2 as step,
        'aggregate_docs' as name,
        1 / mean_length as value,
    from queries
    union all
    select
        collection,
        run_id,
        query_id,
        3 as step,
        'aggregate_rates' as name,
        mean_length as value,
    from queries;
