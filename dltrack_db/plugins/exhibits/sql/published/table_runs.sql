-- One row for each run in the overviews' tables, with nDCG@10 and NCG. nDCG@10 is computed from rankings or scores per topic
-- if those of all runs are loaded, otherwise it is NIST's mean.
--
-- source: systems.leaderboard, published.complete_measures, published.printed_runs, published.official_values
-- grain: collection, run_id
-- columns:
--   year, task, run_id, subtask, category
--   stage: 'single' or 'multi'; null if unknown
--   dense: whether dense retrieval was used; null if unknown
--   ndcg_cut_10
--   ncg: mean NCG at the depth of the table
--   source: source of ndcg_cut_10: 'files', 'scores' (per topic) or 'NIST'; ncg is computed for 'files', otherwise printed
-- caveats: does not contain runs that an overview omits. A year without a printed table is included if all its runs are
--   loaded
create or replace view published.table_runs as
with loaded as (
    select
        leaderboard.collection,
        leaderboard.run_id,
        leaderboard.subtask,
        leaderboard.category,
        leaderboard.stage,
        leaderboard.dense,
        leaderboard.ndcg_cut_10,
        coalesce(leaderboard.ncg_cut_100, leaderboard.ncg_cut_1000) as ncg,
        complete_measures.is_ranked,
    from systems.leaderboard as leaderboard
    inner join published.complete_measures as complete_measures
        on leaderboard.collection = complete_measures.collection
    where complete_measures.measure = 'ndcg_cut_10' and leaderboard.is_submission and leaderboard.in_overview is distinct from false
)

select
    loaded.collection,
    collections.year,
    collections.task,
    loaded.run_id,
    loaded.subtask,
    loaded.category,
    loaded.stage,
    loaded.dense,
    loaded.ndcg_cut_10,
    case when loaded.is_ranked then loaded.ncg else printed_runs.ncg end as ncg,
    case when loaded.is_ranked then 'files' else 'scores' end as source,
from loaded
left join published.printed_runs as printed_runs
    on
        loaded.collection = printed_runs.collection
        and loaded.run_id = printed_runs.run_id
inner join catalog.track_collections as collections on loaded.collection = collections.collection
union all
select
    printed_runs.collection,
    printed_runs.year,
    printed_runs.task,
    printed_runs.run_id,
    printed_runs.subtask,
    printed_runs.category,
    printed_runs.stage,
    printed_runs.dense,
    official_values.value as ndcg_cut_10,
    printed_runs.ncg,
    'NIST' as source,
from published.printed_runs as printed_runs
inner join published.official_values as official_values
    on
        printed_runs.collection = official_values.collection
        and printed_runs.run_id = official_values.run_id
        and official_values.measure = 'ndcg_cut_10'
anti join loaded
    on printed_runs.collection = loaded.collection;
