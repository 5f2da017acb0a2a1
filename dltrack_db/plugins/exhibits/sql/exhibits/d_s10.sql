-- How similarly RR (MS) and NDCG@10 rank the runs, by year and task.
--
-- source: TREC 2021 Deep Learning overview, section 4, paragraph "NIST labels vs. Sparse MS MARCO labels"; values from
--   systems.overview_agreement
-- grain: year, task
-- columns:
--   num_runs, tau, from_print
-- caveats: covers only the runs in the overviews' tables. tau is computed from loaded runs if all runs and the sparse labels
--   are loaded, otherwise from the printed tables; tau-a rounds to the same two decimals
-- example: from exhibits.d_s10
create or replace view exhibits.d_s10 as
with computed as (
    select
        collections.year,
        collections.task,
        overview_agreement.num_runs,
        overview_agreement.tau_b as tau,
    from systems.overview_agreement as overview_agreement
    inner join catalog.track_collections as collections on overview_agreement.collection = collections.collection
    inner join published.complete_measures as complete_measures
        on collections.collection = complete_measures.collection
    inner join published.complete_labels as complete_labels
        on
            collections.collection = complete_labels.collection
            and complete_labels.variant = 'msmarco'
    where
        overview_agreement.category = 'all'
        and overview_agreement.measure_x = 'rr_ms'
        and overview_agreement.measure_y = 'ndcg_cut_10'
        and complete_measures.measure = 'ndcg_cut_10'
        and complete_measures.is_ranked
        and complete_labels.is_complete
),

printed as (
    select
        printed_runs.year,
        printed_runs.task,
        count(*) as num_runs,
        statistics.kendall_tau_b(
            list(printed_runs.rr_ms order by printed_runs.run_id),
            list(printed_runs.ndcg_cut_10 order by printed_runs.run_id)
        ) as tau,
    from published.printed_runs as printed_runs
    group by printed_runs.year, printed_runs.task
)

select
    coalesce(computed.year, printed.year) as year,
    coalesce(computed.task, printed.task) as task,
    coalesce(computed.num_runs, printed.num_runs) as num_runs,
    coalesce(computed.tau, printed.tau) as tau,
    case when computed.tau is null then ['tau'] end as from_print,
from computed
full join printed
    on
        computed.year = printed.year
        and computed.task = printed.task
order by year, task;
