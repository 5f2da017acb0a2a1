-- How many topics are needed to find a difference of a given size between two runs. The two runs are assumed to vary over
-- topics like the runs of the collection. One row per collection and measure is for the collection's own number of topics.
--
-- source: statistics.topics_needed for the difference divided by sqrt(2 residual variance) (statistics.components_by);
--     statistics.detectable_difference for the marked row
-- grain: collection, measure, difference, is_own
-- params:
--   differences: list of differences
--   alpha: significance level of one test
-- columns:
--   difference: difference of the means
--   is_own: whether `difference` is the smallest difference that the collection's own topics can detect
--   num_topics: topics needed; if is_own, the number of the collection's topics
-- needs: runs
-- example: from statistics.power_curve(['ndcg_cut_10']) where collection = 'trec2021-passages' order by difference
create or replace macro statistics.power_curve(
    measures, differences := [0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2], power := 0.8, alpha := 0.05
) as table
with spread as (
    select
        components.collection,
        components.measure,
        components.num_topics,
        sqrt(2 * components.variance) as deviation,
    from statistics.components_by(measures) as components
    where components.source = 'residual' and components.variance > 0
)

select
    spread.collection,
    spread.measure,
    asked.difference::double as difference,
    false as is_own,
    statistics.topics_needed(asked.difference / spread.deviation, power, alpha) as num_topics,
from spread
cross join (select unnest(differences) as difference) as asked
union all
select
    spread.collection,
    spread.measure,
    statistics.detectable_effect(spread.num_topics, power, alpha) * spread.deviation as difference,
    true as is_own,
    spread.num_topics,
from spread;
