-- Whether judges favour runs of their own models. Parameters: collection, measure that tells the truth, judge
-- of truth (null for the official labels), judge ('' for all), score of what a judge leaves out (null for none).
select
    judge,
    measure,
    model,
    family,
    num_own,
    num_others,
    favour,
    low,
    high,
    p_value,
from labels.judge_favours(truth := $2, truth_judge := $3, missing := $5)
where collection = $1 and judge = coalesce(nullif($4, ''), judge)
order by favour desc nulls last, judge asc, measure asc;
