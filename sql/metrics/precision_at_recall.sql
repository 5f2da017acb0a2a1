-- Interpolated precision at recall levels: the highest precision at the rank at which the run reaches the level, or at any
-- later rank.
--
-- source: trec_eval 9 and 10 m_iprec_at_recall.c, m_11pt_avg.c
-- grain: collection, run_id, query_id, level
-- params:
--   level: list of recall levels
--   is_rounded: whether to round the number of items that a recall level requires (metrics.recall_target); null to round under
--     the tie rule 'double', as trec_eval 10 does, and to truncate under other rules, as trec_eval 9 does
-- columns:
--   level: recall level
--   value: from 0 to 1; 0 if the run does not reach the level or the topic has no relevant items
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select * from metrics.precision_at_recall([0.25]) where run_id = 'p_bm25'
create or replace macro metrics.precision_at_recall(
    level, variant := null, min_relevance := null, tie_rule := null, judged_only := false,
    is_rounded := null
) as table
with levels as (
    select unnest(cast(level as double[])) as level,
),

targets as (
    select
        answers.collection,
        answers.run_id,
        answers.query_id,
        answers.answer_id,
        levels.level,
        metrics.recall_target(
            levels.level,
            answers.num_rel,
            coalesce(is_rounded, metrics.known_tie_rule(coalesce(tie_rule, collections.tie_rule)) = 'double')
        ) as num_wanted,
    from metrics.answers(variant, min_relevance, judged_only) as answers
    inner join main.collections as collections on answers.collection = collections.collection
    cross join levels
),

best as (
    select
        relevant_hits.answer_id,
        relevant_hits.num_rel_so_far,
        max(relevant_hits.num_rel_so_far / relevant_hits.rank) over (
            partition by relevant_hits.answer_id
            order by relevant_hits.rank
            rows between current row and unbounded following
        ) as best_precision,
    from metrics.relevant_hits(variant, min_relevance, tie_rule, judged_only) as relevant_hits
)

select
    targets.collection,
    targets.run_id,
    targets.query_id,
    targets.level,
    coalesce(best.best_precision, 0) as value,
from targets
left join best
    on targets.answer_id = best.answer_id
    and greatest(targets.num_wanted, 1) = best.num_rel_so_far;
