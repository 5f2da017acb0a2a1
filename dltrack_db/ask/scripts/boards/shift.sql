-- Places of the runs by the truth and by judges, and whom judges over-rate. Parameters: collection, measure that tells the truth, judge
-- of truth (null for the official labels), judge ('' for all), score of what a judge leaves out (null for none).
select
    judge,
    measure,
    run_id,
    official_rank,
    rank,
    shift,
    official,
    value,
    expected,
    low,
    high,
    verdict,
from labels.judge_standings(truth := $2, truth_judge := $3, missing := $5)
where collection = $1 and judge = coalesce(nullif($4, ''), judge)
order by judge asc, measure asc, shift desc, run_id asc;
