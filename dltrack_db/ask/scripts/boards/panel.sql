-- How judges agree with each other, and with the panel of all others. Parameters: collection, measure and judge of truth
-- (not used), judge ('' for all), score of what a judge leaves out (not used).
select
    judge,
    measure,
    coalesce(other_judge, 'all others') as other_judge,
    other_measure,
    num_judges,
    num_runs,
    tau_b,
    tau_ap,
    spearman,
from labels.judge_pairs
where collection = $1 and judge = coalesce(nullif($4, ''), judge)
order by judge asc, measure asc, num_judges desc, tau_b desc, other_judge asc;
