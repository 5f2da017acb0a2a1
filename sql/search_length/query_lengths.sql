-- Atomized search length of every topic in every run, over all its relevant items and over the first one or ten.
--
-- source: Atomized Search Length, section 3.1, equations 4 and 5
-- grain: collection, run_id, query_id
-- columns:
--   query_id: judged topic with a relevant item; without is_padded only those that the run answers
--   num_rel: relevant items
--   num_rel_ret: relevant items retrieved
--   asl: mean search length of the relevant items; 1 is perfect
--   asl_g1: search length of the first relevant item
--   asl_g10: mean search length of the first ten relevant items, of all when there are fewer
--   average_precision: mean over the relevant items of MAP's item value, which is average precision
--   below_optimum: items whose search length is 0 because the whole list is relevant
--   depth: items that the run returns for the topic
--   run_depth: depth that the list is cut at and padded to; null without is_padded
-- needs: runs
-- caveats: The items not retrieved come last in the order of the first ten. With fewer than ten relevant items the
--   mean is
--   over those there are; equation 5 read literally would divide by ten all the same (see search_length.first_items).
-- example: from search_length.query_lengths() where run_id = 'p_bm25' order by asl desc
create or replace macro search_length.query_lengths(min_relevance := null, is_padded := true) as table
    with ordered as (
        select
            document_lengths.collection,
            document_lengths.run_id,
            document_lengths.query_id,
            document_lengths.rank,
            document_lengths.search_length,
            document_lengths.item_precision,
            document_lengths.depth,
            document_lengths.run_depth,
            row_number() over (
                partition by document_lengths.collection, document_lengths.run_id, document_lengths.query_id
                order by document_lengths.rank nulls last, document_lengths.doc_id
            ) as position,
        from search_length.document_lengths(min_relevance := min_relevance, is_padded := is_padded) as document_lengths
    )

    select
        collection,
        run_id,
        query_id,
        count(*) as num_rel,
        count(rank) as num_rel_ret,
        avg(search_length) as asl,
        avg(search_length) filter (where position = 1) as asl_g1,
        avg(search_length) filter (where position <= 10) as asl_g10,
        avg(item_precision) as average_precision,
        count(*) filter (where search_length < 1) as below_optimum,
        any_value(depth) as depth,
        any_value(run_depth) as run_depth,
    from ordered
    group by collection, run_id, query_id;
