-- One row for each run and range of search lengths: number of relevant items in the range, for a histogram.
--
-- source: Atomized Search Length, section 4.5, Figure 5 (last range above 900)
-- grain: collection, run_id, lower
-- params:
--   width: width of a range; the paper does not state its ranges
--   last: start of the last, open range
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1)
-- columns:
--   lower: lower end of the range, exclusive
--   upper: upper end of the range, inclusive; null for the last, open range
--   items: number of relevant items in the range, over all topics
--   items_not_retrieved: number of relevant items in the range that the run did not retrieve
-- needs: runs
-- caveats: ranges without items have no row; a search length of 0 (see search_length.document_lengths) is in the first
--   range
-- example: from search_length.document_histogram(min_relevance := 1) where run_id = 'pash_f1' order by lower
create or replace macro search_length.document_histogram(width := 100, last := 900, min_relevance := null, is_padded := true) as table
    with topics as (
        select
            topic_lengths.collection,
            topic_lengths.run_id,
            topic_lengths.lengths,
            topic_lengths.missing_length,
            topic_lengths.num_rel - len(topic_lengths.lengths) as num_missing,
        from search_length.topic_lengths(min_relevance := min_relevance, is_padded := is_padded) as topic_lengths
    ),

    items as (
        select
            collection,
            run_id,
            unnest(lengths) as search_length,
            1 as num_items,
            0 as num_missing,
        from topics
        union all
        select
            collection,
            run_id,
            missing_length as search_length,
            num_missing as num_items,
            num_missing,
        from topics
        where num_missing > 0
    ),

    placed as (
        select
            collection,
            run_id,
            num_items,
            num_missing,
            least(greatest(search_length - 1, 0) // width * width, last) as lower,
        from items
    )

    select
        collection,
        run_id,
        lower,
        case when lower < last then lower + width end as upper,
        sum(num_items)::bigint as items,
        sum(num_missing)::bigint as items_not_retrieved,
    from placed
    group by collection, run_id, lower;
