-- The leaderboard in long form, one row per run and measure, for the submitted runs that the overviews list.
--
-- source: TREC 2019 overview, tables 3 and 4; TREC 2021 overview, tables 2 and 3; conventions as in systems.leaderboard
-- grain: collection, measure, run_id
-- columns:
--   measure: 'rr_ms', 'rr', 'ndcg_cut_10', 'ncg' (at collections.ncg_depth) or 'ap'
--   run_id: submitted run; runs that the overview omits for their low scores have no rows
--   team
--   category: 'nnlm', 'nn', 'trad' or 'prompt'; null if unknown
--   subtask: 'fullrank' or 'rerank'; null if unknown
--   stage: 'single' or 'multi'; null if unknown
--   dense: whether dense retrieval was used; null if unknown
--   value: the run's value; measures that could not be computed have no rows
-- needs: runs
create or replace view systems.overview_scores as
with
listed_runs as (
    select
        collection,
        unnest(['rr_ms', 'rr', 'ndcg_cut_10', 'ncg', 'ap']) as measure,
        run_id,
        team,
        category,
        subtask,
        stage,
        dense,
        unnest([rr_ms, rr, ndcg_cut_10, coalesce(ncg_cut_100, ncg_cut_1000), ap]) as value,
    from systems.leaderboard
    where is_submission and in_overview is distinct from false
)

from listed_runs
where value is not null;
