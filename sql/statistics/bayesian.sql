-- Two runs compared by probabilities instead of p-values: which run has the better mean, and which is better on most
-- topics.
--
-- source: statistics.posterior_t, statistics.posterior_signs
-- grain: collection, measure
-- params:
--   rope: region of practical equivalence: differences up to this size are treated as equal
-- columns:
--   num_q
--   mean_difference: mean of A minus mean of B
--   mean_better: probability that the mean of A is better by more than rope; null for a single topic, or if all differences are
--     equal
--   mean_equal: probability that the means differ by no more than rope
--   mean_worse: probability that the mean of B is better by more than rope
--   num_wins: topics on which A is better by more than rope
--   num_equal: topics on which the runs differ by no more than rope
--   num_losses: topics on which B is better by more than rope
--   signs_better: probability that topics with A better are the largest of three groups: A better, equal, B better
--   signs_equal: probability that topics without a difference above rope are the largest group
--   signs_worse: probability that topics with B better are the largest group
-- needs: runs
-- example: from statistics.bayesian('pash_f1', 'NLE_P_v1', ['ndcg_cut_10'])
create or replace macro statistics.bayesian(first_run, second_run, measures, rope := 0.01) as table
with counted as (
    select
        paired_values.collection,
        paired_values.measure,
        count(*) as num_q,
        avg(paired_values.difference) as mean_difference,
        avg(paired_values.advantage) as mean_advantage,
        statistics.spread(
            min(paired_values.difference),
            max(paired_values.difference),
            stddev_samp(paired_values.difference),
            decimals := min(paired_values.decimals)
        ) as deviation,
        count(*) filter (where paired_values.advantage > rope) as num_wins,
        count(*) filter (where abs(paired_values.difference) <= rope) as num_equal,
        count(*) filter (where paired_values.advantage < -rope) as num_losses,
    from statistics.paired_values(measures, baselines := [second_run]) as paired_values
    where paired_values.run_a = first_run and catalog.has_runs([first_run])
    group by paired_values.collection, paired_values.measure
),

judged as (
    select
        counted.*,
        statistics.posterior_t(counted.mean_advantage, counted.deviation, counted.num_q, rope) as means,
        statistics.posterior_signs(counted.num_wins, counted.num_equal, counted.num_losses) as signs,
    from counted
)

select
    judged.collection,
    judged.measure,
    judged.num_q,
    judged.mean_difference,
    judged.means.better as mean_better,
    judged.means.equal as mean_equal,
    judged.means.worse as mean_worse,
    judged.num_wins,
    judged.num_equal,
    judged.num_losses,
    judged.signs.better as signs_better,
    judged.signs.equal as signs_equal,
    judged.signs.worse as signs_worse,
from judged;
