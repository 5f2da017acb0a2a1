-- Probabilities that a run has the better mean, the worse mean, or a practically equal mean, given its differences from another
-- run over topics.
--
-- source: A. Benavoli, G. Corani, J. Demšar and M. Zaffalon, "Time for a change: a tutorial for comparing multiple
--     classifiers through Bayesian analysis", JMLR 18 (2017), section 3.1 without correlation (topics are not folds of one
--     data set); baycomp.CorrelatedTTest(runs=1) with a correlation of 0; Student's t is the posterior of the mean of
--     normal differences under an uninformative prior
-- params:
--   mean: mean of the differences
--   deviation: standard deviation of the differences, with n - 1
--   n: number of topics
--   rope: region of practical equivalence: differences of the means up to this size are treated as equal
-- returns: {better, equal, worse}: probabilities that add up to 1; nulls for a single topic, or if all differences are equal
-- example: select statistics.posterior_t(0.0148, 0.134, 53, 0.01)
create or replace macro statistics.posterior_t(mean, deviation, n, rope := 0.01) as
    list_transform(
        [struct_pack(
            above := statistics.student_cdf((mean - rope) / nullif(deviation / sqrt(n), 0), n - 1),
            below := statistics.student_cdf((-rope - mean) / nullif(deviation / sqrt(n), 0), n - 1)
        )],
        lambda tails: struct_pack(
            better := tails.above,
            equal := case when tails.above is not null then greatest(1 - tails.above - tails.below, 0) end,
            worse := tails.below
        )
    )[1];
