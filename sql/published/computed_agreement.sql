-- Kendall's tau-b between the printed RR (MS) and NDCG@10 of the runs in each overview's tables.
--
-- source: TREC 2021 overview, section 4, paragraph "NIST labels vs. Sparse MS MARCO labels"
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: 'D-S10' or 'D-S12'
--   row_key: year and task, or universe
--   column_name: 'tau', 'oldness' or 'oldness_10'
--   value: computed value
-- caveats: tau over the printed rows, so without the runs the overviews leave out; tau-a rounds to the same two
--   decimals
-- example: from published.computed_agreement
create or replace view published.computed_agreement as
with taus as (
    select
        printed_runs.year,
        printed_runs.task,
        statistics.kendall_tau_b(
            list(printed_runs.rr_ms order by printed_runs.run_id),
            list(printed_runs.ndcg_cut_10 order by printed_runs.run_id)
        ) as tau,
    from published.printed_runs as printed_runs
    group by printed_runs.year, printed_runs.task
    union all
    select
        collections.year,
        collections.task,
        statistics.kendall_tau_b(
            list(round(leaderboard.rr_ms, 4) order by leaderboard.run_id),
            list(round(leaderboard.ndcg_cut_10, 4) order by leaderboard.run_id)
        ) as tau,
    from systems.leaderboard as leaderboard
    inner join main.collections as collections on leaderboard.collection = collections.collection
    where
        collections.year is not null
        and leaderboard.is_submission
        -- years without a printed table here
        and leaderboard.in_overview is null
        and leaderboard.rr_ms is not null
    group by collections.year, collections.task
),

old_scores as (
    select
        old_scores.run_id,
        old_scores.oldness,
        old_scores.ndcg,
        old_scores.rr_ms,
    from corpus.old_scores(10) as old_scores
    inner join main.runs as runs
        on
            old_scores.collection = runs.collection
            and old_scores.run_id = runs.run_id
    where runs.collection = 'trec2021-docs' and runs.in_overview
)

select
    'D-S10' as exhibit,
    year || ' ' || task as row_key,
    'tau' as column_name,
    tau as value,
from taus
union all
select
    'D-S12' as exhibit,
    'all urls' as row_key,
    'tau' as column_name,
    tau as value,
from taus
where year = 2021 and task = 'docs'
union all
select
    'D-S12' as exhibit,
    'v1 universe' as row_key,
    'tau' as column_name,
    statistics.kendall_tau_b(list(round(rr_ms, 4) order by run_id), list(round(ndcg, 4) order by run_id)) as value,
from old_scores
where rr_ms is not null
having count(*) > 0
union all
select
    'D-S12' as exhibit,
    'most biased runs' as row_key,
    'oldness_10' as column_name,
    max(oldness) as value,
from old_scores
having count(*) > 0;
