-- One row for each run: the share of relevant items that effectively determine its MAP.
--
-- source: Atomized Search Length, appendix A.1 (57 percent on average over 76 tracks)
-- grain: collection, run_id
-- params:
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1)
-- columns:
--   num_items: number of relevant items of the topics for which the run returns items
--   harmonic_mean: harmonic mean of the items' search lengths, as in MAP, with infinity for items that are not retrieved
--   effective_items: number n for which the plain mean of the n smallest search lengths is nearest to harmonic_mean
--     (search_length.effective_count)
--   effective_share: effective_items / num_items
-- needs: runs
-- caveats: items are pooled over topics, which the paper does not specify; a run without relevant items has no row
-- example: select collection, avg(effective_share) from search_length.effective_share(min_relevance := 1) group by
--   collection
create or replace macro search_length.effective_share(min_relevance := null, is_padded := true) as table
    with topics as (
        select
            topic_lengths.collection,
            topic_lengths.run_id,
            topic_lengths.num_rel,
            topic_lengths.ranks,
        from search_length.topic_lengths(min_relevance := min_relevance, is_padded := is_padded) as topic_lengths
    ),

    runs as (
        select
            collection,
            run_id,
            sum(num_rel)::bigint as num_items,
            sum(num_rel) / nullif(sum(metrics.sum_of_precisions(ranks)), 0) as harmonic_mean,
        from topics
        group by collection, run_id
    ),

    items as (
        select
            collection,
            run_id,
            generate_subscripts(ranks, 1) / unnest(ranks) as item_precision,
        from topics
    ),

    partitions as (
        select
            collection,
            run_id,
            row_number() over nearest_first as effective_items,
            avg(1 / item_precision) over nearest_first as mean_length,
        from items
        window nearest_first as (
            partition by collection, run_id
            order by item_precision desc
            rows between unbounded preceding and current row
        )
    ),

    nearest as (
        select
            runs.collection,
            runs.run_id,
            runs.num_items,
            runs.harmonic_mean,
            partitions.effective_items,
            row_number() over (
                partition by runs.collection, runs.run_id
                order by abs(partitions.mean_length - runs.harmonic_mean), partitions.effective_items
            ) as place,
        from runs
        inner join partitions
            on
                runs.collection = partitions.collection
                and runs.run_id = partitions.run_id
    )

    select
        collection,
        run_id,
        num_items,
        harmonic_mean,
        effective_items,
        effective_items / num_items as effective_share,
    from nearest
    where place = 1;
