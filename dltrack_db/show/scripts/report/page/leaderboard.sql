-- The runs of a collection, best first, each held against the best. Variable: `collection`.
select
    run_id,
    rank,
    ndcg_cut_10,
    case when verdict = 'baseline' then 'the best' else coalesce(verdict, 'not tested: ' || untested) end as versus_best,
    team,
    rr_ms,
    rr,
    ncg_cut_100,
    ncg_cut_1000,
    ap,
    category,
    subtask,
    stage,
    dense,
    in_overview,
    provenance
from systems.board(getvariable('collection'), significance := true)
order by rank, run_id
