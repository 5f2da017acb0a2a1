-- What came out, for the sentence under the name of a collection. Variable: `collection`.
select
    count(*) as runs,
    count(*) filter (where is_submission) as submitted_runs,
    count(distinct team) filter (where is_submission and team not in ('BASELINE', 'BASELINES')) as teams,
    count(*) filter (where is_submission and team in ('BASELINE', 'BASELINES')) as organizers_runs,
    count(*) filter (where is_submission and team is null) as nameless_runs,
    any_value(baseline) as best,
    max(ndcg_cut_10) filter (where verdict = 'baseline') as best_value,
    count(*) filter (where verdict <> 'baseline') as tested_runs,
    count(*) filter (where untested is not null) as untested_runs,
    any_value(untested) as untested,
    list(run_id order by run_id) filter (where rank = 1) as first_runs,
    count(*) filter (where verdict = 'not shown to differ' and rank > 1) as close_runs
from systems.board(getvariable('collection'), significance := true)
