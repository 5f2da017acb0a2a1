-- One row for each run and topic: mean atomized search length of all relevant items, of the first one, and of the first ten.
--
-- source: Atomized Search Length, section 3.1, equations 4 and 5
-- grain: collection, run_id, query_id
-- columns:
--   query_id: judged topic with a relevant item; topics without results of the run are included only with is_padded
--   num_rel: number of relevant items
--   num_rel_ret: number of retrieved relevant items
--   asl: mean search length of the relevant items; 1 is perfect
--   asl_g1: search length of the first relevant item
--   asl_g10: mean search length of the first ten relevant items, or of all relevant items if there are fewer
--   average_precision: average precision: mean over the relevant items of item_precision (search_length.document_lengths)
--   below_optimum: number of missing items whose search length is 0, because the whole list is relevant
--   depth: number of items that the run returns for the topic
--   run_depth: depth at which the list is cut and to which it is padded; null without is_padded
-- needs: runs
-- caveats: In asl_g10, items that are not retrieved come last. If a topic has fewer than ten relevant items, the mean is over
--   all of them, although equation 5 as printed would divide by ten (see search_length.first_items).
-- example: from search_length.query_lengths() where run_id = 'p_bm25' order by asl desc
create or replace macro search_length.query_lengths(min_relevance := null, is_padded := true) as table
    with topics as (
        select
            topic_lengths.collection,
            topic_lengths.run_id,
            topic_lengths.query_id,
            topic_lengths.num_rel,
            topic_lengths.ranks,
            topic_lengths.lengths,
            topic_lengths.missing_length,
            topic_lengths.depth,
            topic_lengths.run_depth,
            len(topic_lengths.lengths) as num_rel_ret,
        from search_length.topic_lengths(min_relevance := min_relevance, is_padded := is_padded) as topic_lengths
    )

    select
        collection,
        run_id,
        query_id,
        num_rel,
        num_rel_ret,
        search_length.mean_of_first(lengths, missing_length, num_rel, num_rel) as asl,
        search_length.mean_of_first(lengths, missing_length, num_rel, 1) as asl_g1,
        search_length.mean_of_first(lengths, missing_length, num_rel, 10) as asl_g10,
        metrics.sum_of_precisions(ranks) / num_rel as average_precision,
        case when missing_length < 1 then num_rel - num_rel_ret else 0 end as below_optimum,
        depth,
        run_depth,
    from topics;
