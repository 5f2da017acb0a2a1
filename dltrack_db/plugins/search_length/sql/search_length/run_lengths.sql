-- One row for each run: its atomized search length, and counts to interpret it.
--
-- source: Atomized Search Length, section 3.1, equations 4 and 5
-- grain: collection, run_id
-- columns:
--   asl: mean over topics of the mean search length of all relevant items; the paper prints an integer
--   asl_g1: mean over topics of the search length of the first relevant item; comparable to MRR, according to the paper
--   asl_g10: mean over topics of the mean search length of the first ten relevant items; comparable to P@20,
--     according to the paper
--   map: mean average precision over the same topics
--   num_q: number of topics with a relevant item; topics without results of the run are included only if is_padded := true
--   topics_missing: number of topics with a relevant item, but without results of the run. With is_padded they are treated as
--     lists of irrelevant items, otherwise they are excluded from all means
--   items_below_optimum: number of relevant items with search length 0, see search_length.document_lengths
--   depth: largest number of items that the run returns for one of these topics
--   run_depth: depth at which all lists are cut and to which they are padded; null without is_padded
-- needs: runs
-- caveats: without is_padded, runs of different depth, and runs with missing topics, are not comparable
-- example: from search_length.run_lengths(min_relevance := 1) where collection = 'trec2021-passages' order by asl
create or replace macro search_length.run_lengths(min_relevance := null, is_padded := true) as table
    with topics as (
        select
            judgments.collection,
            count(distinct judgments.query_id) as num_topics,
        from metrics.judgments(min_relevance := min_relevance) as judgments
        where judgments.is_relevant
        group by judgments.collection
    ),

    means as (
        select
            query_lengths.collection,
            query_lengths.run_id,
            avg(query_lengths.asl) as asl,
            avg(query_lengths.asl_g1) as asl_g1,
            avg(query_lengths.asl_g10) as asl_g10,
            avg(query_lengths.average_precision) as map,
            count(*) as num_q,
            count(*) filter (where query_lengths.depth > 0) as num_answered,
            sum(query_lengths.below_optimum)::bigint as items_below_optimum,
            max(query_lengths.depth) as depth,
            any_value(query_lengths.run_depth) as run_depth,
        from search_length.query_lengths(min_relevance := min_relevance, is_padded := is_padded) as query_lengths
        group by query_lengths.collection, query_lengths.run_id
    )

    select
        means.collection,
        means.run_id,
        means.asl,
        means.asl_g1,
        means.asl_g10,
        means.map,
        means.num_q,
        topics.num_topics - means.num_answered as topics_missing,
        means.items_below_optimum,
        means.depth,
        means.run_depth,
    from means
    inner join topics on means.collection = topics.collection;
