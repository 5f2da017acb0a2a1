-- Leaderboards by judges, compared with a reference leaderboard (plugins/judge_boards/boards.py). Parameters: $1 collection,
-- $2 measure of the reference, $3 judge of the reference (null for the official labels), $4 judge ('' for all), $5 score for
-- runs and topics that a judge does not score (null to ignore such runs and topics).

-- name: bias
-- How much judges favour runs by the judges' own models. Parameters: $1 to $5.
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
-- Runs, topics and scores that a judge or the reference does not have. Parameters: $1 to $4.
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
-- Judges with a loaded leaderboard of the collection. Parameter: $1.
select distinct judge
from labels.board_scores
where collection = $1
order by judge;

-- name: panel
-- Agreement of judges with each other, and with the panel of all other judges. Parameters: $1 and $4; $2, $3 and $5 are not
-- used.
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
-- Ranks of the runs by the reference and by judges, and runs that judges over-rate. Parameters: $1 to $5.
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
-- Agreement of judges' leaderboards with the reference. Parameters: $1 to $5.
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
-- Measures that can be the reference: those of the collection's runs, or of a judge's leaderboard. Parameters: $1 collection,
-- $2 judge of the reference (null for the official labels).
select distinct measure
from metrics.run_scores
where $2 is null and collection = $1
union
select distinct measure
from labels.board_scores
where collection = $1 and judge = $2
order by all;
