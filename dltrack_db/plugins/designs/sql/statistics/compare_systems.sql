-- One row for each measure: the difference between two systems, tested over topics and over each system's seeds. Answers
-- whether the difference would remain after another training of both systems and on other topics. Topics, seeds, and the
-- interaction of systems and topics are random effects.
--
-- source: analysis of variance with random effects (H. Scheffé, The Analysis of Variance (1959), chapter 8) of a balanced
--     design: two systems with the same number of seeds, and a score of each run on each topic; the squared standard
--     error is 2 / (seeds * topics) * (mean square of seeds + mean square of systems by topics - mean square of the
--     residual), with degrees of freedom by F. E. Satterthwaite, Biometrics Bulletin 2 (1946). A variance below 0 is set to
--     0 and its mean square is pooled with the residual, as in restricted maximum likelihood. The standard error equals
--     that of statsmodels' mixedlm with random effects of topics, seeds and systems by topics
-- grain: measure
-- params:
--   first_system: name of system A in main.systems, or name of a run without a run note
--   second_system: system B
--   alpha: significance level for seeds_needed; the interval's confidence level is 1 - alpha
-- columns:
--   measure, num_q
--   num_seeds: number of seeds of each system
--   mean_a: mean of the scores of A's runs, as in systems.system_board
--   mean_b: mean of the scores of B's runs
--   mean_difference: mean of A over topics and seeds, minus the mean of B; for a geometric mean, the difference between
--     the logarithms
--   standard_error: standard error of mean_difference, for other seeds and topics; null if untested
--   df: degrees of freedom of the test (statistics.seed_df); null if untested
--   low: lower end of the interval of mean_difference; null if untested
--   high: upper end of the interval of mean_difference; null if untested
--   p_systems: two-sided p-value for other seeds and topics: would another training show a difference? Null if untested
--   p_these_runs: p-value for other topics only: would the same runs differ on other topics? From a paired t-test of the
--     means over seeds; null if statistics.t_tests returns no p-value
--   seed_sd: standard deviation of a run's score over the seeds of a system, without the spread over topics; null for one
--     seed
--   topic_sd: standard deviation of a system's score over topics, without the topic effect that both systems share
--     (system by topic)
--   residual_sd: residual standard deviation
--   seeds_needed: number of seeds per system that would detect a difference of this size with the wanted power on the same
--     topics (statistics.seeds_needed); null if untested, or if even 100 seeds are too few
--   untested: reason that p_systems is null: 'one seed of each system', 'a single topic', 'the same difference for all
--     topics and seeds', or 'a score that is no number'; null if p_systems has a value
--   fault: reason that the systems cannot be compared: the fault of a system in systems.seed_runs, different topics, or
--     different numbers of seeds; all numbers are null if there is a fault
-- needs: scored runs
-- caveats: p_systems is approximate. In simulations without a difference, 2 to 6 % of its p-values were below 0.05, and up
--     to 7 % with two seeds; tests over topics alone, of means of seeds or of single seeds, had 13 to 19 %. If only the
--     variance of seeds is 0, p_systems equals p_these_runs. The variance of topics cancels and is not estimated
-- example: from statistics.compare_systems('trec2021-passages', ['ndcg_cut_10'], 'p_bm25', 'p_bm25rm3')
create or replace macro statistics.compare_systems(
    collection_name, measures, first_system, second_system, power := 0.8, alpha := 0.05
) as table
with named as materialized (
    select runs.*,
    from systems.seed_runs(collection_name, measures) as runs
),

known as (
    select coalesce(list(every.system), []) as systems,
    from (
        select named.system
        from named
        union
        select noted.system
        from main.systems as noted
        where noted.collection = collection_name
    ) as every
),

runs as materialized (
    select
        named.measure,
        named.run_id,
        named.system = first_system as is_first,
        named.value,
        named.fault,
    from named
    cross join known
    where
        named.system in (first_system, second_system)
        and catalog.has_names('system', [first_system, second_system], known.systems)
),

scores as materialized (
    select
        seed_values.measure,
        seed_values.system = first_system as is_first,
        seed_values.run_id,
        seed_values.query_id,
        seed_values.value,
    from statistics.seed_values(collection_name, measures, [first_system, second_system]) as seed_values
),

topics as (
    select
        scores.measure,
        count(distinct scores.query_id) as num_topics,
        bool_and(scores.value is not null) as is_finite,
    from scores
    group by scores.measure
),

topics_of_runs as (
    select
        runs.measure,
        runs.run_id,
        runs.is_first,
        count(scores.query_id) as num_topics,
    from runs
    left join scores on runs.measure = scores.measure and runs.run_id = scores.run_id
    group by runs.measure, runs.run_id, runs.is_first
),

fewest_topics as (
    select
        topics_of_runs.measure,
        min(topics_of_runs.num_topics) as num_topics,
        min(topics_of_runs.num_topics) filter (where topics_of_runs.is_first) as of_first,
        min(topics_of_runs.num_topics) filter (where not topics_of_runs.is_first) as of_second,
    from topics_of_runs
    group by topics_of_runs.measure
),

counted as (
    select
        runs.measure,
        count(*) filter (where runs.is_first) as num_first,
        count(*) filter (where not runs.is_first) as num_second,
        case
            when bool_and(not runs.is_first or runs.value is not null)
                then statistics.exact_mean(case when runs.is_first then runs.value end)
        end as mean_a,
        case
            when bool_and(runs.is_first or runs.value is not null)
                then statistics.exact_mean(case when not runs.is_first then runs.value end)
        end as mean_b,
        min(runs.fault) as fault,
    from runs
    group by runs.measure
),

designs as materialized (
    select
        counted.measure,
        counted.num_first as num_seeds,
        topics.num_topics,
        topics.is_finite,
        counted.mean_a,
        counted.mean_b,
        known_decimals.decimals,
        summaries.summary,
        case
            when first_system = second_system then 'both systems are ' || first_system || '; name two different systems'
            when counted.fault is not null then counted.fault
            when counted.num_second = 0
                then 'no run of system ' || second_system || ' has scores by ' || counted.measure || '; load its runs'
            when counted.num_first = 0
                then 'no run of system ' || first_system || ' has scores by ' || counted.measure || '; load its runs'
            when fewest_topics.num_topics = 0 then 'only means are known of ' || case
                when fewest_topics.of_first = 0 then first_system
                else second_system
            end || ', not its scores per topic; load its runs'
            when fewest_topics.num_topics < topics.num_topics
                then 'of ' || topics.num_topics || ' topics, ' || first_system || ' has scores on ' || fewest_topics.of_first || ' and '
                || second_system || ' on ' || fewest_topics.of_second || '; score all runs on the same topics'
            when counted.num_first <> counted.num_second
                then 'the numbers of seeds differ: ' || first_system || ' has ' || counted.num_first || ', ' || second_system
                || ' has ' || counted.num_second || '; load the missing runs, or name another system for the extra runs in the run notes'
        end as fault,
    from counted
    inner join fewest_topics on counted.measure = fewest_topics.measure
    left join topics on counted.measure = topics.measure
    left join statistics.known_decimals as known_decimals
        on known_decimals.collection = collection_name and counted.measure = known_decimals.measure
    left join metrics.summaries as summaries on metrics.base_name(counted.measure) = summaries.name
),

-- the smallest and largest differences between a run of A and a run of B show whether there is any spread
by_topic as materialized (
    select
        cells.measure,
        cells.query_id,
        cells.mean_a,
        cells.mean_b,
        -- means of rounded scores have more decimals than the scores
        statistics.difference(
            cells.mean_a, cells.mean_b, decimals := case when designs.num_seeds = 1 then designs.decimals end
        ) as difference,
        case
            when designs.num_seeds = 1
                then statistics.difference(cells.mean_a, cells.mean_b, decimals := designs.decimals)
            else statistics.difference(cells.lowest_a, cells.highest_b)
        end as lowest,
        case
            when designs.num_seeds = 1
                then statistics.difference(cells.mean_a, cells.mean_b, decimals := designs.decimals)
            else statistics.difference(cells.highest_a, cells.lowest_b)
        end as highest,
    from (
        select
            scores.measure,
            scores.query_id,
            statistics.exact_mean(case when scores.is_first then scores.value end) as mean_a,
            statistics.exact_mean(case when not scores.is_first then scores.value end) as mean_b,
            min(scores.value) filter (where scores.is_first) as lowest_a,
            max(scores.value) filter (where scores.is_first) as highest_a,
            min(scores.value) filter (where not scores.is_first) as lowest_b,
            max(scores.value) filter (where not scores.is_first) as highest_b,
        from scores
        group by scores.measure, scores.query_id
    ) as cells
    inner join designs on cells.measure = designs.measure
    where designs.fault is null
),

overall as materialized (
    select
        by_topic.measure,
        statistics.exact_mean(by_topic.difference) as mean_difference,
        statistics.exact_mean(by_topic.mean_a) as mean_a,
        statistics.exact_mean(by_topic.mean_b) as mean_b,
        statistics.spread(
            min(by_topic.difference),
            max(by_topic.difference),
            stddev_samp(by_topic.difference),
            decimals := min(designs.decimals)
        ) as deviation,
        bool_and(by_topic.difference = 0) as is_equal,
        bool_and(by_topic.lowest = 0 and by_topic.highest = 0) as are_all_equal,
        statistics.spread(min(by_topic.lowest), max(by_topic.highest), 1, decimals := min(designs.decimals)) is not null
        as has_spread,
    from by_topic
    inner join designs on by_topic.measure = designs.measure
    group by by_topic.measure
),

run_means as (
    select
        scores.measure,
        scores.is_first,
        scores.run_id,
        statistics.exact_mean(scores.value) as value,
    from scores
    group by scores.measure, scores.is_first, scores.run_id
),

seed_squares as (
    select
        run_means.measure,
        statistics.exact_sum(
            statistics.difference(
                run_means.value, case when run_means.is_first then overall.mean_a else overall.mean_b end
            ) ** 2
        ) as value,
    from run_means
    inner join overall on run_means.measure = overall.measure
    group by run_means.measure
),

topic_squares as (
    select
        by_topic.measure,
        statistics.exact_sum(statistics.difference(by_topic.mean_a - by_topic.mean_b, overall.mean_a - overall.mean_b) ** 2)
        as value,
    from by_topic
    inner join overall on by_topic.measure = overall.measure
    group by by_topic.measure
),

residual_squares as (
    select
        scores.measure,
        statistics.exact_sum(
            statistics.difference(
                scores.value + case when scores.is_first then overall.mean_a else overall.mean_b end,
                run_means.value + case when scores.is_first then by_topic.mean_a else by_topic.mean_b end
            ) ** 2
        ) as value,
    from scores
    inner join run_means on scores.measure = run_means.measure and scores.run_id = run_means.run_id
    inner join by_topic on scores.measure = by_topic.measure and scores.query_id = by_topic.query_id
    inner join overall on scores.measure = overall.measure
    group by scores.measure
),

squares as (
    select
        designs.measure,
        designs.num_topics,
        designs.num_seeds,
        designs.num_topics * seed_squares.value as seeds,
        designs.num_seeds / 2 * topic_squares.value as topics,
        residual_squares.value as residual,
        2 * (designs.num_seeds - 1) as df_seeds,
        designs.num_topics - 1 as df_topics,
        2 * (designs.num_seeds - 1) * (designs.num_topics - 1) as df_residual,
    from designs
    inner join seed_squares on designs.measure = seed_squares.measure
    inner join topic_squares on designs.measure = topic_squares.measure
    inner join residual_squares on designs.measure = residual_squares.measure
    where designs.num_topics > 1 and designs.num_seeds > 1 and designs.is_finite
),

-- pooling the residual with all smaller mean squares avoids variances below 0
pooled as (
    select
        squares.*,
        least(
            squares.residual / squares.df_residual,
            (squares.residual + squares.seeds) / (squares.df_residual + squares.df_seeds),
            (squares.residual + squares.topics) / (squares.df_residual + squares.df_topics),
            (squares.residual + squares.seeds + squares.topics)
            / (squares.df_residual + squares.df_seeds + squares.df_topics)
        ) as residual_square,
    from squares
),

components as materialized (
    select
        pooled.*,
        greatest(pooled.seeds / pooled.df_seeds, pooled.residual_square) as seed_square,
        greatest(pooled.topics / pooled.df_topics, pooled.residual_square) as topic_square,
        (greatest(pooled.seeds / pooled.df_seeds, pooled.residual_square) - pooled.residual_square)
        / pooled.num_topics as seed_variance,
        (greatest(pooled.topics / pooled.df_topics, pooled.residual_square) - pooled.residual_square)
        / pooled.num_seeds as topic_variance,
    from pooled
),

tested as (
    select
        designs.measure,
        designs.num_topics,
        designs.num_seeds,
        designs.mean_a,
        designs.mean_b,
        designs.fault,
        metrics.topics_per_unit(designs.summary, designs.num_topics) as unit,
        case when designs.is_finite then overall.mean_difference end as mean_difference,
        overall.is_equal,
        case
            when designs.is_finite then overall.mean_difference / (overall.deviation / sqrt(designs.num_topics))
        end as t_these_runs,
        components.seed_variance,
        components.topic_variance,
        components.residual_square,
        case
            when designs.fault is not null then null
            when not designs.is_finite then 'a score that is no number'
            when designs.num_seeds < 2 then 'one seed of each system'
            when designs.num_topics < 2 then 'a single topic'
            when not overall.has_spread and not overall.are_all_equal
                then 'the same difference for all topics and seeds'
        end as untested,
        overall.are_all_equal,
        case
            when overall.has_spread
                then nullif(components.seed_square + components.topic_square - components.residual_square, 0)
        end as total_square,
        statistics.seed_df(
            components.seed_variance,
            components.topic_variance,
            components.residual_square,
            designs.num_seeds,
            designs.num_topics
        ) as df,
    from designs
    left join overall on designs.measure = overall.measure
    left join components on designs.measure = components.measure
),

standardised as materialized (
    select
        tested.*,
        sqrt(2 / (tested.num_seeds * tested.num_topics) * tested.total_square) as standard_error,
    from tested
)

select
    collection_name as collection,
    standardised.measure,
    case when standardised.fault is null then standardised.num_topics end as num_q,
    case when standardised.fault is null then standardised.num_seeds end as num_seeds,
    case when standardised.fault is null then standardised.mean_a end as mean_a,
    case when standardised.fault is null then standardised.mean_b end as mean_b,
    standardised.mean_difference * standardised.unit as mean_difference,
    standardised.standard_error * standardised.unit as standard_error,
    case when standardised.standard_error is not null then standardised.df end as df,
    (
        standardised.mean_difference
        - standardised.standard_error * statistics.student_critical(standardised.df, alpha)
    ) * standardised.unit as low,
    (
        standardised.mean_difference
        + standardised.standard_error * statistics.student_critical(standardised.df, alpha)
    ) * standardised.unit as high,
    case
        when standardised.untested is not null or standardised.fault is not null then null
        when standardised.are_all_equal then 1
        else statistics.student_two_sided(standardised.mean_difference / standardised.standard_error, standardised.df)
    end as p_systems,
    case
        when standardised.fault is not null or standardised.num_topics < 2 then null
        when standardised.t_these_runs is not null
            then statistics.student_two_sided(standardised.t_these_runs, standardised.num_topics - 1)
        when standardised.is_equal then 1
    end as p_these_runs,
    sqrt(standardised.seed_variance) * standardised.unit as seed_sd,
    sqrt(standardised.topic_variance) as topic_sd,
    sqrt(standardised.residual_square) as residual_sd,
    case
        when standardised.standard_error > 0
            then statistics.seeds_needed(
                standardised.mean_difference,
                standardised.seed_variance,
                standardised.topic_variance,
                standardised.residual_square,
                standardised.num_topics,
                power,
                alpha
            )
    end as seeds_needed,
    standardised.untested,
    standardised.fault,
from standardised
order by list_position(measures, standardised.measure);
