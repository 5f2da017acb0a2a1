-- One row for each run in the overviews' tables of runs, with scores computed from its verified ranking or scores per topic.
--
-- source: systems.leaderboard; published.known_runs for the verified runs
-- grain: collection, run_id
-- columns:
--   run_id: run listed in the overview of its year
--   team, subtask
--   category: 'nnlm', 'nn' or 'trad'
--   stage: 'single' or 'multi', as self-reported in 2021
--   dense: whether dense retrieval was used, as self-reported in 2021
--   rr_ms: RR (MS): mean reciprocal rank by the sparse labels; null if the sparse labels are not loaded
--   rr: mean reciprocal rank by NIST's labels
--   ndcg_cut_10
--   ncg_cut_100: mean NCG@100; null if the overview uses another depth
--   ncg_cut_1000: mean NCG@1000; null if the overview uses another depth
--   ap
-- caveats: a run without a ranking has values only for the measures of its scores per topic; NIST's means are not used
-- example: select run_id, ndcg_cut_10 from published.overview_tables where collection = 'trec2021-passages'
create or replace view published.overview_tables as
select
    leaderboard.collection,
    leaderboard.run_id,
    leaderboard.team,
    leaderboard.subtask,
    leaderboard.category,
    leaderboard.stage,
    leaderboard.dense,
    case when known_runs.is_ranked or list_contains(known_runs.measures, 'rr_ms') then leaderboard.rr_ms end as rr_ms,
    case when known_runs.is_ranked or list_contains(known_runs.measures, 'recip_rank') then leaderboard.rr end as rr,
    case when known_runs.is_ranked or list_contains(known_runs.measures, 'ndcg_cut_10') then leaderboard.ndcg_cut_10 end
        as ndcg_cut_10,
    case when known_runs.is_ranked or list_contains(known_runs.measures, 'ncg_cut_100') then leaderboard.ncg_cut_100 end
        as ncg_cut_100,
    case when known_runs.is_ranked or list_contains(known_runs.measures, 'ncg_cut_1000') then leaderboard.ncg_cut_1000 end
        as ncg_cut_1000,
    case when known_runs.is_ranked or list_contains(known_runs.measures, 'map') then leaderboard.ap end as ap,
from systems.leaderboard as leaderboard
inner join published.known_runs as known_runs
    on
        leaderboard.collection = known_runs.collection
        and leaderboard.run_id = known_runs.run_id
where leaderboard.in_overview;
