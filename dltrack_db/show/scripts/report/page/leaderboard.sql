-- The runs of a collection, best first, each held against the best. Variable: `collection`.
select
    board.run_id,
    rank,
    ndcg_cut_10,
    case when verdict = 'baseline' then 'the best' else coalesce(verdict, 'not tested: ' || untested) end as versus_best,
    board.team,
    rr_ms,
    rr,
    ncg_cut_100,
    ncg_cut_1000,
    ap,
    board.category,
    board.subtask,
    board.stage,
    board.dense,
    board.in_overview,
    run_columns.* exclude (
        collection, run_id, team, subtask, category, stage, dense, is_submission, in_overview
    ),
    provenance
from systems.board(getvariable('collection'), significance := true) as board
left join systems.run_columns as run_columns
    on run_columns.collection = getvariable('collection') and board.run_id = run_columns.run_id
order by rank, board.run_id
