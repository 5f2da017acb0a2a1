-- The topics on which two runs differ: the change of nDCG@10, and how many of the first items are replaced.
--
-- source: metrics.ranked, metrics.query_scores
-- grain: collection, query_id
-- params:
--   depth: number of items from the top of each run that new_items compares
-- columns:
--   query_id: topic
--   value_a: nDCG@10 of run A; 0 for a judged topic without an answer, null for a topic that is not judged
--   value_b: nDCG@10 of run B
--   difference: value_b minus value_a
--   new_items: number of items among the first `depth` of B that are not among the first `depth` of A
--   text: text of the topic; null if no topics are loaded
-- needs: runs
-- example: from systems.moved_topics('p_bm25', 'p_bm25rm3') order by abs(difference) desc, query_id limit 5
create or replace macro systems.moved_topics(first_run, second_run, depth := 20) as table
with heads as (
    select
        ranked.collection,
        ranked.query_id,
        ranked.doc_id,
        bool_or(ranked.run_id = first_run) as in_a,
        bool_or(ranked.run_id = second_run) as in_b,
    from metrics.ranked as ranked
    where
        ranked.run_id in (first_run, second_run)
        and ranked.rank <= depth
        and catalog.has_runs([first_run, second_run])
    group by ranked.collection, ranked.query_id, ranked.doc_id
),

exchanged as (
    select
        heads.collection,
        heads.query_id,
        count(*) filter (where heads.in_b and not heads.in_a) as new_items,
    from heads
    group by heads.collection, heads.query_id
),

scored as (
    select
        query_scores.collection,
        query_scores.query_id,
        max(query_scores.value) filter (where query_scores.run_id = first_run) as value_a,
        max(query_scores.value) filter (where query_scores.run_id = second_run) as value_b,
    from metrics.query_scores as query_scores
    where query_scores.run_id in (first_run, second_run) and query_scores.measure = 'ndcg_cut_10'
    group by query_scores.collection, query_scores.query_id
)

select
    coalesce(scored.collection, exchanged.collection) as collection,
    coalesce(scored.query_id, exchanged.query_id) as query_id,
    scored.value_a,
    scored.value_b,
    scored.value_b - scored.value_a as difference,
    coalesce(exchanged.new_items, 0) as new_items,
    queries.text,
from scored
full join exchanged on scored.collection = exchanged.collection and scored.query_id = exchanged.query_id
inner join main.collections as collections
    on coalesce(scored.collection, exchanged.collection) = collections.collection
left join main.queries as queries
    on collections.query_set = queries.query_set
    and coalesce(scored.query_id, exchanged.query_id) = queries.query_id;
