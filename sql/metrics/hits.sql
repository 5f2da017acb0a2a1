-- The judged part of every ranking: retrieved items that the labels know, with rank, gain and relevance.
--
-- source: main.judged_rankings (kept at load by ingest/derive); trec_eval form_res_rels.c
-- grain: collection, run_id, query_id, doc_id
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
--   gains: gain of a grade where it is not the grade itself, e.g. map {1: 1, 2: 3, 3: 7}; null for the grades
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   answer_id: number of the pair of run and topic, as in run_topics: the quick key to group and join by
--   doc_id: id of the retrieved item
--   rank: position from 1 among all retrieved items, or among the judged ones
--   relevance: raw grade
--   gain: what graded measures count
--   is_relevant: whether binary measures count the item
-- example: select run_id, count(*) from metrics.hits() where rank <= 10 and is_relevant group by run_id
create or replace macro metrics.hits(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
with labelled as (
    select
        judged_rankings.collection,
        judged_rankings.run_id,
        judged_rankings.query_id,
        judged_rankings.answer_id,
        judged_rankings.doc_id,
        case coalesce(tie_rule, collections.tie_rule)
            when 'trec_eval9' then judged_rankings.rank
            when 'trec_eval10' then judged_rankings.rank_trec_eval10
            when 'submitted' then judged_rankings.rank_submitted
        end as rank,
        judged_rankings.relevance,
        judged_rankings.relevance
        >= greatest(coalesce(min_relevance, collections.min_relevance), 0) as is_relevant,
    from main.judged_rankings as judged_rankings
    inner join main.collections as collections
        on judged_rankings.collection = collections.collection
        and judged_rankings.variant = coalesce(variant, collections.qrels_variant)
    where metrics.is_measured(judged_rankings.answer_id)
),

placed as (
    select collection, run_id, query_id, answer_id, doc_id, rank, relevance, is_relevant,
    from labelled
    where not judged_only
    union all
    select
        collection,
        run_id,
        query_id,
        answer_id,
        doc_id,
        row_number() over (partition by answer_id order by rank) as rank,
        relevance,
        is_relevant,
    from labelled
    where judged_only and relevance >= 0
)

select
    collection,
    run_id,
    query_id,
    answer_id,
    doc_id,
    rank,
    relevance,
    metrics.gain(relevance, gains) as gain,
    is_relevant,
from placed;
