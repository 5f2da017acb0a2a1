-- Number of seeds per system that a test of two systems over topics and seeds needs to detect a given difference.
--
-- source: the smallest number from 2 to 100 with enough power (statistics.noncentral_power), for the test in
--     statistics.compare_systems
-- params:
--   difference: difference of the systems' means
--   seed_variance: variance of a run's score over seeds, seed_sd squared in statistics.compare_systems
--   topic_variance: variance of a system's scores over topics (system by topic)
--   residual_variance: residual variance
--   num_topics: number of topics, at least 2
--   alpha: significance level
-- returns: number of seeds of each system; null if the difference or all variances are 0, or if 100 seeds are too few and
--     more topics are needed
-- caveats: if the difference and the variances are estimates, the result is as uncertain as the estimates
-- example: select statistics.seeds_needed(0.03, 0.0003, 0.002, 0.0015, 50)
create or replace macro statistics.seeds_needed(
    difference, seed_variance, topic_variance, residual_variance, num_topics, power := 0.8, alpha := 0.05
) as
    list_filter(
        list_transform(
            case when difference <> 0 then range(2, 101) end,
            lambda seeds: struct_pack(
                num_seeds := seeds,
                df := statistics.seed_df(seed_variance, topic_variance, residual_variance, seeds, num_topics),
                noncentrality := difference ** 2 * seeds * num_topics
                / (2 * (num_topics * seed_variance + seeds * topic_variance + residual_variance))
            )
        ),
        lambda tried: statistics.noncentral_power(
            tried.noncentrality, 1, tried.df, statistics.student_critical(tried.df, alpha) ** 2, alpha
        ) >= power
    )[1].num_seeds;
