-- Scores standardised per topic, so that hard and easy topics have equal weight: the number of standard deviations above the
-- mean of the reference runs.
--
-- source: W. Webber, A. Moffat and J. Zobel, "Score standardization for inter-collection comparison of retrieval systems",
--     SIGIR 2008; J. Urbano, H. Lima and A. Hanjalic, "A new perspective on score standardization", SIGIR 2019
-- grain: run_id, query_id
-- params:
--   runs: list of reference runs; null for the runs of run_set or, without run_set, all runs of the collection
--   run_set: named set of reference runs (systems.run_sets); null if no set is named
-- columns:
--   value: (score - mean) / standard deviation (n - 1) of the reference runs; null for a topic on which all reference runs
--     score the same or fewer than two have a score
--   as_share: value mapped to the range from 0 to 1 by the normal distribution, so that no single topic can outweigh many
--     others
-- needs: runs
-- caveats: all values change if the reference runs change; name a run set to keep scores comparable
-- example: from metrics.standardised('trec2021-passages', 'ndcg_cut_10') where run_id = 'pash_f1' order by value
create or replace macro metrics.standardised(
    collection_name, measure, runs := null, run_set := null
) as table
with asked as (
    select
        measure as measure,
        coalesce(
            runs,
            case
                when run_set is not null
                    then (
                        select
                            coalesce(
                                list(run_sets.run_id),
                                error('this collection has no run set of that name; systems.run_sets lists all run sets')
                            ),
                        from systems.run_sets as run_sets
                        where run_sets.collection = collection_name and run_sets.run_set = run_set
                    )
            end
        ) as chosen,
),

scores as (
    select
        query_scores.run_id,
        query_scores.query_id,
        query_scores.value,
        asked.chosen is null or list_contains(asked.chosen, query_scores.run_id) as is_chosen,
    from metrics.query_scores as query_scores
    cross join asked
    where
        query_scores.collection = collection_name
        and query_scores.measure = asked.measure
        and catalog.has_collections([collection_name])
        and catalog.has_measures([measure])
        and catalog.has_runs(runs)
),

spread as (
    select
        scores.query_id,
        avg(scores.value) as mean,
        case
            when statistics.difference(max(scores.value), min(scores.value)) > 0 then stddev_samp(scores.value)
        end as deviation,
    from scores
    where scores.is_chosen
    group by scores.query_id
)

select
    scores.run_id,
    scores.query_id,
    (scores.value - spread.mean) / spread.deviation as value,
    statistics.normal_cdf((scores.value - spread.mean) / spread.deviation) as as_share,
from scores
left join spread on scores.query_id = spread.query_id;
