-- How many ranks each run gains or loses if another label set replaces the official labels, and the topics that contribute
-- most.
--
-- source: labels.compared_means
-- grain: collection, variant, measure, run_id
-- columns:
--   variant: set of labels compared with the official set
--   measure: as in labels.query_scores
--   run_id
--   num_topics: topics of the mean by the other labels, see labels.compared_means
--   official: mean by the official labels
--   value: mean by the other labels
--   official_rank: rank by the official labels: 1 + number of ranked runs with a better mean; null if all ranked runs have the
--     same mean, or if this run has scores on fewer topics than other runs
--   rank: rank by the other labels
--   shift: ranks that the run gains (positive) or loses (negative) by the other labels
--   topics_up: the three topics on which the other labels raise this run's score most, compared with the mean change of the
--     ranked runs' scores; null without topics that both sets judge
--   topics_down: the three topics on which the other labels lower this run's score most, by the same comparison
--   provenance
--   unranked: why the run changes no other run's rank (labels.compared_means); null for a ranked run
-- needs: runs, second labels
-- caveats: means are compared to twelve decimals
-- example: from labels.rank_shift where collection = 'trec2021-passages' and measure = 'ndcg_cut_10' order by shift
create or replace view labels.rank_shift as
with means as materialized (
    select
        compared.collection,
        compared.variant,
        compared.measure,
        compared.run_id,
        compared.num_topics,
        compared.official,
        compared.value,
        compared.query_ids,
        compared.official_values,
        compared.other_values,
        compared.provenance,
        compared.unranked,
        coalesce(directions.direction, 1) as sign,
        compared.num_topics = max(compared.num_topics) over (
            partition by compared.collection, compared.variant, compared.measure
        ) as has_all_topics,
        has_all_topics and compared.unranked is null as is_ranked,
    from labels.compared_means as compared
    left join metrics.directions as directions on metrics.base_name(compared.measure) = directions.name
),

scored as (
    select
        means.collection,
        means.variant,
        means.measure,
        means.run_id,
        unnest(means.query_ids) as query_id,
        unnest(means.official_values) as official,
        unnest(means.other_values) as value,
        means.sign,
        means.unranked,
    from means
),

moved as (
    select
        compared.collection,
        compared.variant,
        compared.measure,
        compared.run_id,
        compared.query_id,
        compared.sign * (compared.value - compared.official)
        - avg(compared.sign * (compared.value - compared.official)) filter (where compared.unranked is null) over (
            partition by compared.collection, compared.variant, compared.measure, compared.query_id
        ) as change,
    from scored as compared
),

topics as (
    select
        moved.collection,
        moved.variant,
        moved.measure,
        moved.run_id,
        list(moved.query_id order by round(moved.change, 12) desc, moved.query_id)[:3] as topics_up,
        list(moved.query_id order by round(moved.change, 12) asc, moved.query_id)[:3] as topics_down,
    from moved
    group by moved.collection, moved.variant, moved.measure, moved.run_id
),

placed as (
    select
        means.collection,
        means.variant,
        means.measure,
        means.run_id,
        means.num_topics,
        means.official,
        means.value,
        case
            when
                means.has_all_topics
                and statistics.is_order(
                    min(means.official) filter (where means.is_ranked) over by_set,
                    max(means.official) filter (where means.is_ranked) over by_set,
                    count(*) filter (where means.is_ranked) over by_set
                )
                then 1 + count(*) filter (where means.is_ranked) over (
                    by_set order by means.sign * means.official desc
                    range between unbounded preceding and current row exclude group
                )
        end as official_rank,
        case
            when
                means.has_all_topics
                and statistics.is_order(
                    min(means.value) filter (where means.is_ranked) over by_set,
                    max(means.value) filter (where means.is_ranked) over by_set,
                    count(*) filter (where means.is_ranked) over by_set
                )
                then 1 + count(*) filter (where means.is_ranked) over (
                    by_set order by means.sign * means.value desc
                    range between unbounded preceding and current row exclude group
                )
        end as rank,
        topics.topics_up,
        topics.topics_down,
        means.provenance,
        means.unranked,
    from means
    left join topics
        on
            means.collection = topics.collection
            and means.variant = topics.variant
            and means.measure = topics.measure
            and means.run_id = topics.run_id
    window by_set as (partition by means.collection, means.variant, means.measure)
)

select
    placed.collection,
    placed.variant,
    placed.measure,
    placed.run_id,
    placed.num_topics,
    placed.official,
    placed.value,
    placed.official_rank,
    placed.rank,
    placed.official_rank - placed.rank as shift,
    placed.topics_up,
    placed.topics_down,
    placed.provenance,
    placed.unranked,
from placed;
