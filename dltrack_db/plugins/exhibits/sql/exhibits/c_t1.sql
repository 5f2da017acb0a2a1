-- One row for each measure: scores of the best BM25 run and the best neural run of 2020, and by how much the neural run
-- reduces the error.
--
-- source: Atomized Search Length, Table 1 and equations 11 and 12; values from search_length.run_lengths,
--   search_length.length_reduction and search_length.precision_reduction
-- grain: measure
-- columns:
--   measure: 'P_20', 'asl_g10', 'map' or 'asl'
--   docs_bm25: score of the best BM25 document run; always null, because d_bm25rm3 (map .4006) and terrier-jskls (.4008)
--     both fit the printed value
--   docs_neural: score of the best neural document run, d_d2q_rm3_duo
--   docs_rrie: relative reduction in error by the neural document run, in percent
--   passages_bm25: score of the best BM25 passage run, DLH_d_5_t_25
--   passages_neural: score of the best neural passage run, p_d2q_rm3_duo
--   passages_rrie: relative reduction in error by the neural passage run, in percent
--   from_print, from_nist
-- caveats: The paper does not name the runs; they were identified by their printed P@20 and MAP at grade 1. If a ranking is
--   not loaded, P@20 and MAP are computed from scores per topic (for the MAP of the document run, from NIST's means) and
--   reductions from printed values. search_length.technique_reduction compares any two runs.
-- example: from exhibits.c_t1
create or replace view exhibits.c_t1 as
with lengths as (
    -- constants instead of a join, so that DuckDB ranks only these runs
    select
        run_lengths.run_id,
        run_lengths.map,
        run_lengths.asl,
        run_lengths.asl_g10,
    from search_length.run_lengths(min_relevance := 1, is_padded := false) as run_lengths
    where
        (run_lengths.collection = 'trec2020-docs' and run_lengths.run_id = 'd_d2q_rm3_duo')
        or (run_lengths.collection = 'trec2020-passages' and run_lengths.run_id in ('DLH_d_5_t_25', 'p_d2q_rm3_duo'))
),

precisions as (
    select
        topics.run_id,
        avg(topics.value) as p_20,
    from metrics."precision"(20, null, 1, null) as topics
    where
        (topics.collection = 'trec2020-docs' and topics.run_id = 'd_d2q_rm3_duo')
        or (topics.collection = 'trec2020-passages' and topics.run_id in ('DLH_d_5_t_25', 'p_d2q_rm3_duo'))
    group by topics.run_id
),

ranked as (
    select
        lengths.run_id,
        unnest(['P_20', 'asl_g10', 'map', 'asl']) as measure,
        unnest([precisions.p_20, lengths.asl_g10, lengths.map, lengths.asl]) as value,
    from lengths
    inner join precisions on lengths.run_id = precisions.run_id
),

scored as (
    select
        scores.run_id,
        scores.measure,
        scores.value,
    from labels.submitted_run_scores as scores
    where
        scores.collection = 'trec2020-passages'
        and scores.variant = 'nist'
        and scores.min_relevance = 1
        and scores.measure in ('P_20', 'map')
        and scores.run_id in ('DLH_d_5_t_25', 'p_d2q_rm3_duo')
        and scores.run_id not in (select ranked.run_id, from ranked)
),

known as (
    select
        ranked.run_id,
        ranked.measure,
        ranked.value,
    from ranked
    union all
    select
        scored.run_id,
        scored.measure,
        scored.value,
    from scored
),

official as (
    select
        official_values.measure,
        official_values.value,
    from published.official_values as official_values
    where
        official_values.collection = 'trec2020-docs'
        and official_values.run_id = 'd_d2q_rm3_duo'
        and official_values.measure = 'map'
),

compared as (
    select
        measures.measure,
        max(known.value) filter (where known.run_id = 'd_d2q_rm3_duo') as docs_neural,
        max(known.value) filter (where known.run_id = 'DLH_d_5_t_25') as passages_bm25,
        max(known.value) filter (where known.run_id = 'p_d2q_rm3_duo') as passages_neural,
    from (select unnest(['P_20', 'asl_g10', 'map', 'asl']) as measure) as measures
    left join known on measures.measure = known.measure
    group by measures.measure
),

printed as (
    select
        cells.row_key as measure,
        max(cells.value) filter (where cells.column_name = 'docs_bm25') as docs_bm25,
        max(cells.value) filter (where cells.column_name = 'docs_neural') as docs_neural,
        max(cells.value) filter (where cells.column_name = 'passages_bm25') as passages_bm25,
        max(cells.value) filter (where cells.column_name = 'passages_neural') as passages_neural,
    from published.cells as cells
    where cells.exhibit = 'C-T1'
    group by cells.row_key
)

select
    compared.measure,
    null::double as docs_bm25,
    coalesce(compared.docs_neural, official.value) as docs_neural,
    100 * case
        when printed.measure like 'asl%'
            then search_length.length_reduction(printed.docs_bm25, printed.docs_neural)
        else search_length.precision_reduction(printed.docs_bm25, printed.docs_neural)
    end as docs_rrie,
    compared.passages_bm25,
    compared.passages_neural,
    100 * case
        when printed.measure like 'asl%'
            then
                coalesce(
                    search_length.length_reduction(compared.passages_bm25, compared.passages_neural),
                    search_length.length_reduction(printed.passages_bm25, printed.passages_neural)
                )
        else
            coalesce(
                search_length.precision_reduction(compared.passages_bm25, compared.passages_neural),
                search_length.precision_reduction(printed.passages_bm25, printed.passages_neural)
            )
    end as passages_rrie,
    case
        when compared.passages_bm25 is null or compared.passages_neural is null then ['docs_rrie', 'passages_rrie']
        else ['docs_rrie']
    end as from_print,
    case when compared.docs_neural is null and official.value is not null then ['docs_neural'] end as from_nist,
from compared
inner join printed on compared.measure = printed.measure
left join official on compared.measure = official.measure
order by list_position(['P_20', 'asl_g10', 'map', 'asl'], compared.measure);
