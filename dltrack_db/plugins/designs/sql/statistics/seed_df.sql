-- Degrees of freedom of a test of the difference between two systems, over topics and over each system's seeds.
--
-- source: F. E. Satterthwaite, "An approximate distribution of estimates of variance components", Biometrics Bulletin 2
--     (1946), for mean square of seeds + mean square of systems by topics - mean square of the residual; if a variance is 0,
--     its mean square is pooled with the residual
-- params:
--   seed_variance: variance of a run's score over seeds
--   topic_variance: variance of a system's scores over topics (system by topic)
--   residual_variance: residual variance
--   num_seeds: number of seeds of each system, at least 2
--   num_topics: number of topics, at least 2
-- returns: double; null if all variances are 0
-- example: select statistics.seed_df(0.0003, 0.002, 0.0015, 3, 50)
create or replace macro statistics.seed_df(
    seed_variance, topic_variance, residual_variance, num_seeds, num_topics
) as
    case
        when seed_variance + topic_variance + residual_variance = 0 then null
        when seed_variance = 0 and topic_variance = 0 then 2 * (num_seeds - 1) * num_topics + num_topics - 1
        when seed_variance = 0 then num_topics - 1
        when topic_variance = 0 then 2 * (num_seeds - 1)
        else (num_topics * seed_variance + num_seeds * topic_variance + residual_variance) ** 2
            / (
                (num_topics * seed_variance + residual_variance) ** 2 / (2 * (num_seeds - 1))
                + (num_seeds * topic_variance + residual_variance) ** 2 / (num_topics - 1)
                + residual_variance ** 2 / (2 * (num_seeds - 1) * (num_topics - 1))
            )
    end::double;
