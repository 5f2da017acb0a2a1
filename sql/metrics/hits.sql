-- The judged part of every ranking: retrieved items that the labels know, with rank, gain and relevance.
--
-- source: main.judged_rankings (kept at load by ingest/derive); trec_eval form_res_rels.c
-- grain: collection, run_id, query_id, doc_id
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: 'trec_eval9', 'trec_eval10' or 'submitted'; null for the stored order, which follows collections.tie_rule
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: topic number as text
--   doc_id: id of the retrieved, judged item
--   rank: position from 1 among all retrieved items
--   relevance: raw grade
--   gain: grade as graded measures count it, never below 0
--   is_relevant: whether binary measures count the item
-- caveats: naming a tie_rule orders all rankings anew, which takes seconds on millions of rows
-- example: select run_id, count(*) from metrics.hits() where rank <= 10 and is_relevant group by run_id
create or replace macro metrics.hits(variant := null, min_relevance := null, tie_rule := null) as table
with judged as (
    select
        judged_rankings.collection,
        judged_rankings.variant,
        judged_rankings.run_id,
        judged_rankings.query_id,
        judged_rankings.doc_id,
        judged_rankings.rank,
        judged_rankings.relevance,
    from main.judged_rankings as judged_rankings
    where tie_rule is null
    union all
    select
        ranked.collection,
        qrels.variant,
        ranked.run_id,
        ranked.query_id,
        ranked.doc_id,
        ranked.rank,
        qrels.relevance,
    from metrics.ranked_by(tie_rule) as ranked
    inner join main.qrels as qrels
        on ranked.collection = qrels.collection
        and ranked.query_id = qrels.query_id
        and ranked.doc_id = qrels.doc_id
    where tie_rule is not null
)

select
    judged.collection,
    judged.run_id,
    judged.query_id,
    judged.doc_id,
    judged.rank,
    judged.relevance,
    greatest(judged.relevance, 0) as gain,
    judged.relevance >= coalesce(min_relevance, collections.min_relevance) as is_relevant,
from judged
inner join main.collections as collections
    on judged.collection = collections.collection
    and judged.variant = coalesce(variant, collections.qrels_variant);
