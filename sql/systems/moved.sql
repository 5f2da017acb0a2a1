-- What changed between two runs for one topic: one row per item among the first items of either run, with its rank in both
-- runs and its grade.
--
-- source: metrics.ranked, main.qrels, main.passages, main.documents
-- grain: collection, query_id, doc_id
-- params:
--   topic: query id
--   depth: number of items from the top of each run
-- columns:
--   query_id: topic
--   doc_id: id of the item
--   rank_a: rank in run A; null if A does not retrieve the item
--   rank_b: rank in run B; null if B does not retrieve the item
--   rank_change: ranks gained from A to B, negative for a loss; null if one of the runs does not retrieve the item
--   relevance: grade in the official labels, null if unjudged
--   is_judged: whether the item is in the official labels
--   text: passage, or title of the document; null if no text is loaded
-- needs: runs
-- example: select * from systems.moved('p_bm25', 'p_bm25rm3', '2082', depth := 10)
create or replace macro systems.moved(first_run, second_run, topic, depth := 20) as table
with both_runs as (
    select
        ranked.collection,
        ranked.query_id,
        ranked.doc_id,
        max(ranked.rank) filter (where ranked.run_id = first_run) as rank_a,
        max(ranked.rank) filter (where ranked.run_id = second_run) as rank_b,
    from metrics.ranked as ranked
    where
        ranked.run_id in (first_run, second_run)
        and ranked.query_id = topic
        and catalog.has_runs([first_run, second_run])
    group by ranked.collection, ranked.query_id, ranked.doc_id
)

select
    both_runs.collection,
    both_runs.query_id,
    both_runs.doc_id,
    both_runs.rank_a,
    both_runs.rank_b,
    both_runs.rank_a - both_runs.rank_b as rank_change,
    qrels.relevance,
    qrels.relevance is not null as is_judged,
    coalesce(passages.text, documents.title) as text,
from both_runs
inner join main.collections as collections on both_runs.collection = collections.collection
left join labels.counted as qrels
    on both_runs.collection = qrels.collection
    and collections.qrels_variant = qrels.variant
    and both_runs.query_id = qrels.query_id
    and both_runs.doc_id = qrels.doc_id
left join main.passages as passages
    on collections.corpus = passages.corpus
    and both_runs.doc_id = passages.passage_id
left join main.documents as documents
    on collections.corpus = documents.corpus
    and both_runs.doc_id = documents.doc_id
where least(both_runs.rank_a, both_runs.rank_b) <= depth;
