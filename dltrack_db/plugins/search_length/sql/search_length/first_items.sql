-- One row for each run and topic: mean search length of the first n relevant items (ASL@g1-n), for any n.
--
-- source: Atomized Search Length, section 3.1, equation 5
-- grain: collection, run_id, query_id
-- params:
--   n: number of relevant items, in ranked order; items that are not retrieved come last
--   is_literal: whether to divide by n even if a topic has fewer relevant items, as in the printed equation 5
-- columns:
--   query_id: judged topic with a relevant item, for which the run returns items
--   num_items: number of averaged items, at most n
--   asl_first: mean search length of the averaged items
-- needs: runs
-- example: select run_id, avg(asl_first) from search_length.first_items(5) group by run_id order by 2
create or replace macro search_length.first_items(n, min_relevance := null, is_literal := false, is_padded := true) as table
    select
        topic_lengths.collection,
        topic_lengths.run_id,
        topic_lengths.query_id,
        least(n, topic_lengths.num_rel) as num_items,
        search_length.mean_of_first(topic_lengths.lengths, topic_lengths.missing_length, topic_lengths.num_rel, n)
        * case when is_literal then least(n, topic_lengths.num_rel) / n else 1 end as asl_first,
    from search_length.topic_lengths(min_relevance := min_relevance, is_padded := is_padded) as topic_lengths
    where n > 0;
