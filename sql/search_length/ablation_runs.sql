-- The value of every run at each step from MAP to atomized search length, all as precisions.
--
-- source: Atomized Search Length, section 4.4 and Table 2
-- grain: collection, run_id, step
-- params:
--   min_relevance: lowest grade that is relevant; null for the level of each collection (the paper takes 1)
-- columns:
--   collection: judged task
--   run_id: run
--   step: 0 'map', 1 'atomize_p', 2 'aggregate_docs', 3 'aggregate_rates'
--   name: name of the step
--   value: mean over topics; at step 3 the reciprocal of the mean search length
-- example: from search_length.ablation_runs(min_relevance := 1) where run_id = 'p_bm25' order by step
create or replace macro search_length.ablation_runs(min_relevance := null) as table
    select
        ablation_queries.collection,
        ablation_queries.run_id,
        ablation_queries.step,
        ablation_queries.name,
        case when ablation_queries.step = 3 then 1 / avg(ablation_queries.value) else avg(ablation_queries.value) end
            as value,
    from search_length.ablation_queries(min_relevance := min_relevance) as ablation_queries
    group by ablation_queries.collection, ablation_queries.run_id, ablation_queries.step, ablation_queries.name;
