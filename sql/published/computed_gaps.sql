-- How far the best run of one kind is from the best of another, computed from the printed run tables, and from the runs
-- for years without one.
--
-- source: TREC 2019 overview, section 4; TREC 2021 overview, section 4
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: 'A-S2', 'A-S3', 'A-S5', 'A-S6', 'D-S5', 'D-S7', 'D-S8' or 'D-S9'
--   row_key: task, in paper D with its year where it compares years
--   column_name: as in published.cells
--   value: per cent of NDCG@10 (A-S6: NCG), or the number of dense runs before the first other
-- caveats: The reranking candidates' NCG is that of most rerank runs; a rerank run may return fewer of them.
-- example: from published.computed_gaps
create or replace view published.computed_gaps as
with best as (
    select
        year,
        task,
        max(ndcg_cut_10) as any_run,
        max(ndcg_cut_10) filter (where category = 'nnlm') as nnlm,
        max(ndcg_cut_10) filter (where category = 'nn') as nn,
        max(ndcg_cut_10) filter (where category = 'trad') as trad,
        max(ndcg_cut_10) filter (where subtask = 'fullrank') as fullrank,
        max(ndcg_cut_10) filter (where subtask = 'rerank') as rerank,
        max(ndcg_cut_10) filter (where stage = 'single') as single_stage,
        max(ncg) as ncg,
        mode(ncg) filter (where subtask = 'rerank') as candidates_ncg,
        max(ndcg_cut_10) filter (where not dense) as not_dense,
    from published.printed_runs
    group by year, task
),

gaps as (
    select
        year,
        task,
        100 * (nnlm / trad - 1) as nnlm_over_trad_percent,
        100 * (nn / trad - 1) as nn_over_trad_percent,
        100 * (fullrank / rerank - 1) as fullrank_over_rerank_percent,
        100 * (ncg / candidates_ncg - 1) as ncg_gain_percent,
        100 * (1 - single_stage / any_run) as single_below_top_percent,
    from best
),

dense_tops as (
    select
        best.year,
        best.task,
        (count(*) filter (where printed_runs.ndcg_cut_10 > best.not_dense))::double as dense_runs_at_top,
    from best
    inner join published.printed_runs as printed_runs
        on
            best.year = printed_runs.year
            and best.task = printed_runs.task
    where best.not_dense is not null
    group by best.year, best.task
),

named as (
    unpivot gaps
    on
    nnlm_over_trad_percent,
    nn_over_trad_percent,
    fullrank_over_rerank_percent,
    ncg_gain_percent,
    single_below_top_percent
    into name column_name value value
),

year_gaps as (
    select
        year,
        task,
        column_name,
        value,
    from named
    where column_name in ('nnlm_over_trad_percent', 'fullrank_over_rerank_percent')
    union all
    select
        collections.year,
        collections.task,
        'nnlm_over_trad_percent' as column_name,
        category_gaps.gap_percent as value,
    from systems.category_gaps as category_gaps
    inner join main.collections as collections on category_gaps.collection = collections.collection
    where
        category_gaps.measure = 'ndcg_cut_10'
        and category_gaps.category = 'nnlm'
        and category_gaps.other_category = 'trad'
        and collections.year not in (select best.year from best)
    union all
    select
        collections.year,
        collections.task,
        'fullrank_over_rerank_percent' as column_name,
        fullrank_vs_rerank.gap_percent as value,
    from systems.fullrank_vs_rerank as fullrank_vs_rerank
    inner join main.collections as collections on fullrank_vs_rerank.collection = collections.collection
    where
        fullrank_vs_rerank.measure = 'ndcg_cut_10'
        and collections.year not in (select best.year from best)
)

select
    case
        when column_name = 'fullrank_over_rerank_percent' then 'A-S5'
        when column_name = 'ncg_gain_percent' then 'A-S6'
        when task = 'docs' then 'A-S2'
        else 'A-S3'
    end as exhibit,
    task as row_key,
    column_name,
    value,
from named
where year = 2019 and column_name <> 'single_below_top_percent'
union all
select
    case when column_name = 'nnlm_over_trad_percent' then 'D-S5' else 'D-S7' end as exhibit,
    year || ' ' || task as row_key,
    column_name,
    value,
from year_gaps
union all
select
    'D-S8' as exhibit,
    task as row_key,
    column_name,
    value,
from named
where year = 2021 and column_name = 'single_below_top_percent'
union all
select
    'D-S9' as exhibit,
    task as row_key,
    'dense_runs_at_top' as column_name,
    dense_runs_at_top as value,
from dense_tops
where year = 2021;
