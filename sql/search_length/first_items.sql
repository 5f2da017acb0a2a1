-- Search length of the first n relevant items of every topic and run, for any n (ASL@g1-n).
--
-- source: Atomized Search Length, section 3.1, equation 5
-- grain: collection, run_id, query_id
-- params:
--   n: how many relevant items, in ranked order, those not retrieved last
--   is_literal: true divides by n even where a topic has fewer relevant items, as equation 5 is printed
-- columns:
--   query_id: judged topic with a relevant item that the run answers
--   num_items: relevant items counted, at most n
--   asl_first: mean search length of these items
-- needs: runs
-- example: select run_id, avg(asl_first) from search_length.first_items(5) group by run_id order by 2
create or replace macro search_length.first_items(n, min_relevance := null, is_literal := false, is_padded := true) as table
    with ordered as (
        select
            document_lengths.collection,
            document_lengths.run_id,
            document_lengths.query_id,
            document_lengths.search_length,
            row_number() over (
                partition by document_lengths.collection, document_lengths.run_id, document_lengths.query_id
                order by document_lengths.rank nulls last, document_lengths.doc_id
            ) as position,
            case when is_literal then n end as fixed_divisor,
        from search_length.document_lengths(min_relevance := min_relevance, is_padded := is_padded) as document_lengths
    )

    select
        collection,
        run_id,
        query_id,
        count(*) as num_items,
        sum(search_length) / coalesce(any_value(fixed_divisor), count(*)) as asl_first,
    from ordered
    where position <= n
    group by collection, run_id, query_id;
