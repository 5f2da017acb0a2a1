-- How much of the variation of scores comes from runs, from topics and from their interaction, for every collection and
-- measure: a two-way analysis of variance with random effects and one score for each run and topic.
--
-- source: D. Bodoff and P. Li, "Test theory for assessing IR test collections", SIGIR 2007; statsmodels' anova_lm
-- grain: collection, measure, source
-- columns:
--   source: 'runs', 'topics' or 'residual' (interaction of runs and topics, and chance)
--   num_runs: tested runs (systems.field)
--   num_topics: number of topics
--   sum_of_squares: sum of the squared deviations
--   df: degrees of freedom
--   mean_square: sum_of_squares / df
--   share: share of the total sum of squares, 0 to 1; null if all scores are equal
--   variance: estimated variance component; below 0 if the squares are smaller than expected by chance; null if there is only
--     one run or topic
-- needs: runs
-- example: from statistics.components_by(['ndcg_cut_10', 'map']) where collection = 'trec2021-passages'
create or replace macro statistics.components_by(measures) as table
with complete as (
    select
        field_values.collection,
        field_values.measure,
        field_values.run_id,
        field_values.query_id,
        field_values.value,
    from statistics.field_values(measures) as field_values
),

averaged as (
    select
        complete.collection,
        complete.measure,
        complete.run_id,
        complete.query_id,
        complete.value,
        avg(complete.value) over (partition by complete.collection, complete.measure, complete.run_id) as run_mean,
        avg(complete.value) over (partition by complete.collection, complete.measure, complete.query_id) as topic_mean,
        avg(complete.value) over (partition by complete.collection, complete.measure) as mean,
    from complete
),

squared as (
    select
        averaged.collection,
        averaged.measure,
        count(distinct averaged.run_id)::double as num_runs,
        count(distinct averaged.query_id)::double as num_topics,
        sum(statistics.difference(averaged.run_mean, averaged.mean) ** 2) as runs,
        sum(statistics.difference(averaged.topic_mean, averaged.mean) ** 2) as topics,
        sum(
            statistics.difference(averaged.value, averaged.run_mean + averaged.topic_mean - averaged.mean) ** 2
        ) as residual,
    from averaged
    group by averaged.collection, averaged.measure
),

meaned as (
    select
        squared.*,
        squared.runs / nullif(squared.num_runs - 1, 0) as runs_square,
        squared.topics / nullif(squared.num_topics - 1, 0) as topics_square,
        squared.residual / nullif((squared.num_runs - 1) * (squared.num_topics - 1), 0) as residual_square,
        nullif(squared.runs + squared.topics + squared.residual, 0) as total,
    from squared
)

select
    meaned.collection,
    meaned.measure,
    parts.source,
    meaned.num_runs::bigint as num_runs,
    meaned.num_topics::bigint as num_topics,
    case parts.source
        when 'runs' then meaned.runs
        when 'topics' then meaned.topics
        else meaned.residual
    end as sum_of_squares,
    case parts.source
        when 'runs' then meaned.num_runs - 1
        when 'topics' then meaned.num_topics - 1
        else (meaned.num_runs - 1) * (meaned.num_topics - 1)
    end::bigint as df,
    case parts.source
        when 'runs' then meaned.runs_square
        when 'topics' then meaned.topics_square
        else meaned.residual_square
    end as mean_square,
    case parts.source
        when 'runs' then meaned.runs
        when 'topics' then meaned.topics
        else meaned.residual
    end / meaned.total as share,
    case parts.source
        when 'runs' then (meaned.runs_square - meaned.residual_square) / meaned.num_topics
        when 'topics' then (meaned.topics_square - meaned.residual_square) / meaned.num_runs
        else meaned.residual_square
    end as variance,
from meaned
cross join (select unnest(['runs', 'topics', 'residual']) as source) as parts;
