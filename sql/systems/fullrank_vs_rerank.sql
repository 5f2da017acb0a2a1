-- How far the best full ranking run is ahead of the best reranking run, in percent.
--
-- source: TREC 2019 overview, section 5 (documents 0.9 %, passages 3.6 %; NCG: documents 22.9 %, passages 20.7 %)
--     and figure 5; TREC 2021 overview, section 4 (documents 4 %, passages 6 %) and figure 5
-- grain: collection, measure
-- columns:
--   measure: see systems.overview_scores
--   fullrank_run_id: best full ranking run; the first by name if tied
--   rerank_run_id: best reranking run
--   fullrank_value: value of fullrank_run_id
--   rerank_value: value of rerank_run_id
--   gap_percent: 100 * (fullrank_value / rerank_value - 1)
-- needs: runs
-- caveats: computed from unrounded values; systems.run_positions lists all runs
create or replace view systems.fullrank_vs_rerank as
with
best as (
    select
        collection,
        measure,
        first(run_id order by round(value, 12) desc, run_id) filter (where subtask = 'fullrank') as fullrank_run_id,
        first(run_id order by round(value, 12) desc, run_id) filter (where subtask = 'rerank') as rerank_run_id,
        max(value) filter (where subtask = 'fullrank') as fullrank_value,
        max(value) filter (where subtask = 'rerank') as rerank_value,
    from systems.overview_scores
    group by collection, measure
)

select
    collection,
    measure,
    fullrank_run_id,
    rerank_run_id,
    fullrank_value,
    rerank_value,
    100 * (fullrank_value / nullif(rerank_value, 0) - 1) as gap_percent,
from best
where fullrank_run_id is not null and rerank_run_id is not null;
