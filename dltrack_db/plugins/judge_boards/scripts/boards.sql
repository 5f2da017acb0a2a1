-- Leaderboards of judges compared with the truth (ask/judge_leaderboards.py).

-- name: bias
-- Favour of judges for runs of their own models. Parameters: collection, measure that tells the truth, judge
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

-- name: gaps
-- Runs, topics and scores that judges and the truth do not share. Parameters: collection, measure that
-- tells the truth, judge of truth (null for the official labels), judge ('' for all).
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

-- name: judges
-- The judges whose leaderboards of a collection are loaded. Parameters: collection.
select distinct judge
from labels.board_scores
where collection = $1
order by judge;

-- name: panel
-- Agreement of judges with each other, and with the panel of all others. Parameters: collection, measure and judge of truth
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

-- name: shift
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
    unranked,
from labels.judge_standings(truth := $2, truth_judge := $3, missing := $5)
where collection = $1 and judge = coalesce(nullif($4, ''), judge)
order by judge asc, measure asc, shift desc, run_id asc;

-- name: study
-- Leaderboards of judges compared with the truth. Parameters: collection, measure that tells the truth, judge
-- of truth (null for the official labels), judge ('' for all), score of what a judge leaves out (null for none).
select
    judge,
    measure,
    model,
    num_runs,
    num_topics,
    tau_b,
    tau_b_low,
    tau_b_high,
    tau_ap,
    tau_ap_low,
    tau_ap_high,
    spearman,
    spearman_low,
    spearman_high,
    pearson,
    pearson_low,
    pearson_high,
    tau_at_10,
    tau_at_10_low,
    tau_at_10_high,
    rbo,
    rbo_low,
    rbo_high,
    num_significant,
    flipped,
from labels.judge_leaderboards(truth := $2, truth_judge := $3, missing := $5)
where collection = $1 and judge = coalesce(nullif($4, ''), judge)
order by tau_b desc nulls last, judge asc, measure asc;

-- name: truths
-- Candidates for the truth about a collection: measures of its runs, or of a judge. Parameters: collection, judge of truth (null
-- for the official labels).
select distinct measure
from metrics.run_scores
where $2 is null and collection = $1
union
select distinct measure
from labels.board_scores
where collection = $1 and judge = $2
order by all;
