-- Rows of derived tables that differ from a recomputation: how many rows exist only in the table or only in the recomputation.
--
-- source: main.judged_rankings against metrics.judged_orders, main.query_scores against metrics.score_queries,
--   main.stand_in_scores against metrics.stand_in_scores
-- grain: derived_table, collection, run_id
-- columns:
--   derived_table: 'judged_rankings', 'query_scores' or 'stand_in_scores'
--   collection, run_id
--   stale_rows: number of rows that only the table or only the recomputation has, plus duplicate keys; for judged_rankings,
--     the number of pairs of topic and label set whose rows differ
-- caveats: empty in a sound database
-- cost: 1.3 s of processor time and 400 MB with the 63 passage runs of TREC 2021, because every score is recomputed
-- example: from catalog.stale_derivations
create or replace view catalog.stale_derivations as
with
-- For each run, topic and label set, hashes of computed rows are added and hashes of stored rows are subtracted, because
-- comparing the rows would need memory for all of them. With two sums of 64-bit hashes, a result of 0 by chance is
-- practically impossible.
judged_in_one as (
    select
        collection,
        run_id,
        count(*) as num_rows,
    from (
        select
            collection,
            run_id,
            variant,
            query_id,
            sum(side * hash(doc_id, rank, relevance, answer_id, rank_double, rank_submitted, rank_ascending, gain)) <> 0
            or sum(side * hash(gain, rank_ascending, rank_submitted, rank_double, answer_id, relevance, rank, doc_id)) <> 0
            as is_stale,
        from (
            select
                collection, variant, run_id, query_id, doc_id, rank, relevance, answer_id, rank_double, rank_submitted,
                rank_ascending, gain, 1::hugeint as side,
            from metrics.judged_orders()
            union all
            select
                collection, variant, run_id, query_id, doc_id, rank, relevance, answer_id, rank_double, rank_submitted,
                rank_ascending, gain, -1::hugeint as side,
            from main.judged_rankings
        ) as both_sides
        group by collection, run_id, variant, query_id
    ) as answers
    where is_stale
    group by collection, run_id
),

scores_in_one as (
    select
        coalesce(kept.collection, scored.collection) as collection,
        coalesce(kept.run_id, scored.run_id) as run_id,
    from main.query_scores as kept
    full outer join metrics.score_queries() as scored
        on scored.collection = kept.collection
        and scored.run_id = kept.run_id
        and scored.query_id = kept.query_id
        and scored.measure = kept.measure
    -- sums of floating point numbers may differ in their last digits from one computation to the next
    where kept.value is null or scored.value is null or abs(kept.value - scored.value) > 1e-9
    union all
    -- a duplicate score would be included twice in every mean
    select
        doubled.collection,
        doubled.run_id,
    from main.query_scores as doubled
    group by doubled.collection, doubled.run_id, doubled.query_id, doubled.measure
    having count(*) > 1
),

stand_ins as (
    select collection, run_id, query_id, measure, value, decimals,
    from metrics.stand_in_scores
    where is_official
),

stand_ins_in_one as (
    select
        collection,
        run_id,
        abs(sum(side)) as num_rows,
    from (
        select collection, run_id, query_id, measure, value, decimals, 1 as side from stand_ins
        union all
        select collection, run_id, query_id, measure, value, decimals, -1 as side from main.stand_in_scores
    ) as both_sides
    group by collection, run_id, query_id, measure, value, decimals
    having sum(side) <> 0
),

stale as (
    select 'judged_rankings' as derived_table, collection, run_id, num_rows from judged_in_one
    union all
    select 'query_scores' as derived_table, collection, run_id, 1 as num_rows from scores_in_one
    union all
    select 'stand_in_scores' as derived_table, collection, run_id, num_rows from stand_ins_in_one
)

select
    derived_table,
    collection,
    run_id,
    sum(num_rows)::bigint as stale_rows,
from stale
group by derived_table, collection, run_id
order by derived_table, collection, run_id;
