-- What the database contains: one row per collection, with the numbers of runs and judged topics and the label sets.
--
-- source: main.runs, main.qrels, metrics.run_scores
-- grain: collection
-- columns:
--   edition: edition that the collection belongs to
--   collection
--   runs: number of runs with rankings, or with a mean nDCG@10 from other sources (provenance in metrics.run_scores)
--   loaded: number of runs whose rankings are loaded
--   judged_topics: number of topics with official labels
--   labels: names of the label sets, the official one first
--   best_run: run with the highest mean nDCG@10; null without runs
--   ndcg_cut_10: mean nDCG@10 of best_run
-- example: from catalog.holdings
create or replace view catalog.holdings as
with known as (
    select runs.collection, runs.run_id, true as is_loaded,
    from main.runs as runs
    where runs.source_file is not null
    union
    select run_scores.collection, run_scores.run_id, false as is_loaded,
    from metrics.run_scores as run_scores
    where run_scores.measure = 'ndcg_cut_10'
),

counted as (
    select
        known.collection,
        count(distinct known.run_id) as runs,
        count(*) filter (where known.is_loaded) as loaded,
    from known
    group by known.collection
),

judged as (
    select qrels.collection, qrels.variant, count(distinct qrels.query_id) as topics,
    from main.qrels as qrels
    group by qrels.collection, qrels.variant
),

labelled as (
    select
        judged.collection,
        string_agg(
            judged.variant, ', ' order by judged.variant is distinct from collections.qrels_variant, judged.variant
        ) as labels,
        max(judged.topics) filter (where judged.variant = collections.qrels_variant) as judged_topics,
    from judged
    inner join main.collections as collections on judged.collection = collections.collection
    group by judged.collection
),

best as (
    select
        run_scores.collection,
        first(run_scores.run_id order by round(run_scores.value, 12) desc, run_scores.run_id asc) as best_run,
        max(run_scores.value) as ndcg_cut_10,
    from metrics.run_scores as run_scores
    where run_scores.measure = 'ndcg_cut_10'
    group by run_scores.collection
)

select
    collections.edition,
    collections.collection,
    coalesce(counted.runs, 0) as runs,
    coalesce(counted.loaded, 0) as loaded,
    coalesce(labelled.judged_topics, 0) as judged_topics,
    labelled.labels,
    best.best_run,
    best.ndcg_cut_10,
from main.collections as collections
left join counted on collections.collection = counted.collection
left join labelled on collections.collection = labelled.collection
left join best on collections.collection = best.collection
order by collections.edition, collections.collection;
