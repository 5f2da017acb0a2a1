-- What judges and the truth do not share. Parameters: collection, measure that tells the truth, judge of truth (null for the
-- official labels), judge ('' for all).
select
    judge || ' (' || measure || ')' as judge,
    num_missing_runs,
    missing_run,
    num_unknown_runs,
    unknown_run,
    num_missing_topics,
    num_unknown_topics,
    num_missing_scores,
from labels.judge_gaps(truth := $2, truth_judge := $3)
where
    collection = $1
    and judge = coalesce(nullif($4, ''), judge)
    and num_missing_runs + num_unknown_runs + num_missing_topics + num_unknown_topics + num_missing_scores > 0
order by all;
