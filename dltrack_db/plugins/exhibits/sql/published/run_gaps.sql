-- One row for each year and task: leads of the best run of one kind over the best run of another kind.
--
-- source: TREC 2019 overview, section 4; TREC 2021 overview, section 4; runs from published.table_runs
-- grain: year, task
-- columns:
--   nnlm_over_trad_percent, nn_over_trad_percent
--   fullrank_over_rerank_percent
--   ncg_gain_percent: highest NCG divided by the most frequent NCG of the rerank runs, minus 1, in percent
--   single_below_top_percent: 1 - NDCG@10 of the best single-stage run / NDCG@10 of the best run, in percent
--   dense_runs_at_top: number of runs with a higher NDCG@10 than the best run without dense retrieval
--   source: as in published.table_runs: 'files' for loaded runs, 'scores' for scores per topic, 'NIST' for NIST's means;
--     except for 'files', NCG is the printed NCG
-- caveats: The overviews divide printed values with four decimals. For loaded runs, unrounded values are divided, as in
--   systems.category_gaps, systems.fullrank_vs_rerank and systems.stage_gaps. The NCG of the reranking candidates is the
--   most frequent NCG of the rerank runs, because a rerank run may return only some of the candidates.
create or replace view published.run_gaps as
with marked as (
    select
        table_runs.year,
        table_runs.task,
        table_runs.subtask,
        table_runs.category,
        table_runs.stage,
        table_runs.ndcg_cut_10,
        table_runs.ncg,
        table_runs.source,
        max(table_runs.ndcg_cut_10) filter (where not table_runs.dense)
            over (partition by table_runs.year, table_runs.task) as not_dense,
    from published.table_runs as table_runs
),

best as (
    select
        marked.year,
        marked.task,
        max(marked.ndcg_cut_10) as any_run,
        max(marked.ndcg_cut_10) filter (where marked.category = 'nnlm') as nnlm,
        max(marked.ndcg_cut_10) filter (where marked.category = 'nn') as nn,
        max(marked.ndcg_cut_10) filter (where marked.category = 'trad') as trad,
        max(marked.ndcg_cut_10) filter (where marked.subtask = 'fullrank') as fullrank,
        max(marked.ndcg_cut_10) filter (where marked.subtask = 'rerank') as rerank,
        max(marked.ndcg_cut_10) filter (where marked.stage = 'single') as single_stage,
        max(marked.ncg) as ncg,
        mode(round(marked.ncg, 4)) filter (where marked.subtask = 'rerank') as candidates_ncg,
        count(*) filter (where marked.ndcg_cut_10 > marked.not_dense) as num_above,
        bool_or(marked.not_dense is not null) as is_dense_known,
        any_value(marked.source) as source,
    from marked
    group by marked.year, marked.task
)

select
    best.year,
    best.task,
    100 * (best.nnlm / nullif(best.trad, 0) - 1) as nnlm_over_trad_percent,
    100 * (best.nn / nullif(best.trad, 0) - 1) as nn_over_trad_percent,
    100 * (best.fullrank / nullif(best.rerank, 0) - 1) as fullrank_over_rerank_percent,
    100 * (best.ncg / nullif(best.candidates_ncg, 0) - 1) as ncg_gain_percent,
    100 * (1 - best.single_stage / nullif(best.any_run, 0)) as single_below_top_percent,
    case when best.is_dense_known then best.num_above end as dense_runs_at_top,
    best.source,
from best;
