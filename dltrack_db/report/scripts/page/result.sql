-- What came out, for the sentence under the name of a collection. Variable: `collection`.
select
    count(*) as runs,
    count(*) filter (where is_submission) as submitted_runs,
    count(distinct coalesce(team, run_id)) filter (where is_submission) as teams,
    any_value(baseline) as best,
    max(ndcg_cut_10) filter (where verdict = 'baseline') as best_value,
    count(*) filter (where verdict <> 'baseline') as tested_runs,
    count(*) filter (where verdict = 'not shown to differ') as close_runs
from systems.board(getvariable('collection'), significance := true)
