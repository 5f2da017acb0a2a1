-- Per topic and run, the measures that the way from MAP to atomized search length passes through.
--
-- source: Atomized Search Length, section 4.4 and Table 2
-- grain: collection, run_id, query_id, form
-- params:
--   min_relevance: lowest grade that is relevant; null for the level of each collection (the paper takes 1)
-- columns:
--   query_id: judged topic with a relevant item that the run answers
--   form: 'map', 'atomize_p' (mean of 1 / search length), 'aggregate_docs' (1 / mean search length), 'aggregate_rates'
--     (mean search length, which is ASL), 'P_20', 'asl_g10', 'recip_rank' or 'asl_g1'
--   value: the topic's value, which the significance test sees
-- needs: runs
-- caveats: A search length of 0 counts as 1, as no rate is above 1. 'aggregate_docs' and 'aggregate_rates' hold the
--   same
--   facts, but the latter is tested and averaged as search lengths, the paper's 1/P space.
-- example: from search_length.form_queries() where run_id = 'p_bm25' and query_id = '2082'
create or replace macro search_length.form_queries(min_relevance := null, is_padded := true) as table
with ordered as (
    select
        document_lengths.collection,
        document_lengths.run_id,
        document_lengths.query_id,
        document_lengths.rank,
        document_lengths.relevant_above,
        document_lengths.item_precision,
        greatest(document_lengths.search_length, 1) as search_length,
        row_number() over (
            partition by document_lengths.collection, document_lengths.run_id, document_lengths.query_id
            order by document_lengths.rank nulls last, document_lengths.doc_id
        ) as position,
    from search_length.document_lengths(min_relevance := min_relevance, is_padded := is_padded) as document_lengths
),

forms as (
    select
        collection,
        run_id,
        query_id,
        avg(item_precision) as map,
        avg(1 / search_length) as atomize_p,
        1 / avg(search_length) as aggregate_docs,
        avg(search_length) as aggregate_rates,
        count(*) filter (where rank <= 20) / 20 as p_20,
        avg(search_length) filter (where position <= 10) as asl_g10,
        coalesce(max(item_precision) filter (where relevant_above = 0), 0) as recip_rank,
        avg(search_length) filter (where position = 1) as asl_g1,
    from ordered
    group by collection, run_id, query_id
),

-- not unpivot: DuckDB 1.5.0 cannot read it back from a file of a later release
named as (
    select
        collection,
        run_id,
        query_id,
        unnest([
            'map', 'atomize_p', 'aggregate_docs', 'aggregate_rates', 'P_20', 'asl_g10', 'recip_rank', 'asl_g1'
        ]) as form,
        unnest([map, atomize_p, aggregate_docs, aggregate_rates, p_20, asl_g10, recip_rank, asl_g1]) as value,
    from forms
)

select
    collection,
    run_id,
    query_id,
    form,
    value,
from named
where value is not null;
