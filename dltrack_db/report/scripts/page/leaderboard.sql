-- The runs of a collection, best first, each held against the best. Variable: `collection`.
select
    run_id,
    rank,
    team,
    subtask,
    category,
    stage,
    dense,
    in_overview,
    rr_ms,
    rr,
    ndcg_cut_10,
    ncg_cut_100,
    ncg_cut_1000,
    ap,
    provenance,
    verdict as versus_best
from systems.board(getvariable('collection'), significance := true)
order by rank, run_id
