-- The passage runs of 2019.
--
-- source: TREC 2019 Deep Learning overview, Table 4; values from systems.leaderboard
-- grain: run_id
-- columns:
--   team, subtask
--   category: 'nnlm', 'nn' or 'trad'
--   rr_ms: RR (MS): mean reciprocal rank by the sparse labels; null where those are not loaded
--   rr: mean reciprocal rank by NIST's labels
--   ndcg_cut_10
--   ncg_cut_1000: mean NCG@1000
--   ap
-- caveats: only runs that are loaded and known to be the submitted ones, or have submitted scores; published.printed_runs has the table as
--   printed
-- example: from exhibits.a_t4
create or replace view exhibits.a_t4 as
with submitted as (
    select
        stand_in.run_id,
        list(distinct stand_in.measure) as measures,
    from main.stand_in_scores as stand_in
    where stand_in.collection = 'trec2019-passages'
    group by stand_in.run_id
)

select
    leaderboard.run_id,
    leaderboard.team,
    leaderboard.subtask,
    leaderboard.category,
    case when run_identity.is_submitted or list_contains(submitted.measures, 'rr_ms') then leaderboard.rr_ms end as rr_ms,
    case when run_identity.is_submitted or list_contains(submitted.measures, 'recip_rank') then leaderboard.rr end as rr,
    case when run_identity.is_submitted or list_contains(submitted.measures, 'ndcg_cut_10') then leaderboard.ndcg_cut_10 end as ndcg_cut_10,
    case when run_identity.is_submitted or list_contains(submitted.measures, 'ncg_cut_1000') then leaderboard.ncg_cut_1000 end as ncg_cut_1000,
    case when run_identity.is_submitted or list_contains(submitted.measures, 'map') then leaderboard.ap end as ap,
from systems.leaderboard as leaderboard
left join published.run_identity as run_identity
    on
        leaderboard.collection = run_identity.collection
        and leaderboard.run_id = run_identity.run_id
left join submitted on leaderboard.run_id = submitted.run_id
where leaderboard.collection = 'trec2019-passages' and leaderboard.in_overview
    and (run_identity.is_submitted or submitted.run_id is not null)
order by round(leaderboard.ndcg_cut_10, 4) desc, leaderboard.run_id asc;
