-- Labels held against the official ones. Parameters: collection, measure that ranks the runs, labels ('' for all).
select
    variant,
    kind,
    model,
    num_pairs,
    kappa,
    kappa_binary,
    alpha,
    bias,
    num_runs,
    tau,
    tau_ap,
    tau_top_10,
    flipped,
    topics,
    provenance,
from labels.judge_study
where collection = $1 and measure = $2 and variant = coalesce(nullif($3, ''), variant)
order by kappa desc nulls last, variant asc;
