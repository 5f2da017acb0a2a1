-- Leaderboards of judges held against the truth. Parameters: collection, measure that tells the truth, judge
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
