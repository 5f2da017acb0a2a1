-- One row for each run, topic and form, with the topic's value. The forms are the steps from MAP to atomized search length.
--
-- source: Atomized Search Length, section 4.4 and Table 2
-- grain: collection, run_id, query_id, form
-- params:
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1)
-- columns:
--   query_id: judged topic with a relevant item, for which the run returns items
--   form: 'map', 'atomize_p' (mean of 1 / search length), 'aggregate_docs' (1 / mean search length), 'aggregate_rates'
--     (mean search length, which is ASL), 'P_20', 'asl_g10', 'recip_rank' or 'asl_g1'
--   value: value of the topic, used by the significance test
-- needs: runs
-- caveats: A search length of 0 is treated as 1, because no rate is above 1. 'aggregate_docs' and 'aggregate_rates' are
--   equivalent, but 'aggregate_rates' is tested and averaged as search lengths, the paper's 1/P space.
-- example: from search_length.form_queries() where run_id = 'p_bm25' and query_id = '2082'
create or replace macro search_length.form_queries(min_relevance := null, is_padded := true) as table
with topics as (
    select
        topic_lengths.collection,
        topic_lengths.run_id,
        topic_lengths.query_id,
        topic_lengths.num_rel,
        topic_lengths.ranks,
        topic_lengths.lengths,
        greatest(topic_lengths.missing_length, 1) as missing_length,
    from search_length.topic_lengths(min_relevance := min_relevance, is_padded := is_padded) as topic_lengths
),

means as (
    select
        *,
        search_length.mean_of_first(lengths, missing_length, num_rel, num_rel) as mean_length,
    from topics
),

-- unpivot is avoided, because DuckDB 1.5.0 cannot read it from a file of a later release
named as (
    select
        collection,
        run_id,
        query_id,
        unnest([
            'map', 'atomize_p', 'aggregate_docs', 'aggregate_rates', 'P_20', 'asl_g10', 'recip_rank', 'asl_g1'
        ]) as form,
        unnest([
            metrics.sum_of_precisions(ranks) / num_rel,
            search_length.mean_of_first(
                list_transform(lengths, lambda length: 1 / length), 1 / missing_length, num_rel, num_rel
            ),
            1 / mean_length,
            mean_length,
            len(list_filter(ranks, lambda rank: rank <= 20)) / 20,
            search_length.mean_of_first(lengths, missing_length, num_rel, 10),
            coalesce(1 / ranks[1], 0),
            search_length.mean_of_first(lengths, missing_length, num_rel, 1),
        ]) as value,
    from means
)

select
    collection,
    run_id,
    query_id,
    form,
    value,
from named
where value is not null;
