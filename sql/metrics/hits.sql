-- The judged part of every ranking: retrieved items that are in the labels, with rank, gain and relevance.
--
-- source: main.judged_rankings (stored at load by dltrack_db/store/scripts/derive); trec_eval form_res_rels.c
-- grain: collection, run_id, query_id, doc_id
-- columns:
--   answer_id: number of the pair of run and topic, as in run_topics; the fastest key for grouping and joining
--   doc_id
--   rank: position from 1 among all retrieved items; if judged_only is set, among judged items only
--   relevance
--   gain: gain in graded measures
--   is_relevant: whether binary measures treat the item as relevant
-- needs: runs
-- example: select run_id, count(*) from metrics.hits() where rank <= 10 and is_relevant group by run_id
create or replace macro metrics.hits(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
with conventions as (
    select
        collections.collection,
        coalesce(variant, collections.qrels_variant) as variant,
        levels.min_relevance as level_of_set,
        metrics.known_tie_rule(coalesce(tie_rule, collections.tie_rule)) as tie_rule,
    from main.collections as collections
    left join labels.levels as levels
        on collections.collection = levels.collection
        and levels.variant = coalesce(variant, collections.qrels_variant)
),

labelled as (
    select
        judged_rankings.collection,
        judged_rankings.run_id,
        judged_rankings.query_id,
        judged_rankings.answer_id,
        judged_rankings.doc_id,
        metrics.rank_under(
            conventions.tie_rule,
            judged_rankings.rank,
            judged_rankings.rank_double,
            judged_rankings.rank_submitted,
            judged_rankings.rank_ascending
        ) as rank,
        judged_rankings.relevance,
        judged_rankings.gain as label,
        conventions.level_of_set,
    from main.judged_rankings as judged_rankings
    inner join conventions
        on judged_rankings.collection = conventions.collection
        and judged_rankings.variant = conventions.variant
    where metrics.is_measured(judged_rankings.answer_id)
),

placed as (
    select collection, run_id, query_id, answer_id, doc_id, rank, relevance, label, level_of_set,
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
        label,
        level_of_set,
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
    metrics.gain(relevance, label, gains) as gain,
    metrics.is_relevant(relevance, label, coalesce(min_relevance, level_of_set)) as is_relevant,
from placed;
