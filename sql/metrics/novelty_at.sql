-- Sums of the gains of each run's items up to each cut-off, where repeated subtopics gain less: the input of alpha-DCG, ERR-IA
-- and related measures.
--
-- source: ndeval.c of the TREC Web track (computeDCG, computeERR, computePrecision, computeSTRecall)
-- grain: collection, run_id, query_id, cutoff
-- columns:
--   query_id: judged topic with labels by subtopic
--   cutoff
--   num_subtopics: subtopics with a relevant item
--   num_hits: pairs of an item up to the cut-off and a subtopic that the item is relevant to
--   num_found: subtopics with a relevant item up to the cut-off
--   dcg: sum of the gains, each weighted by metrics.discount
--   err: sum of the gains, each divided by the item's rank
-- needs: runs, subtopics
-- example: select * from metrics.novelty_at(10, 0.5)
create or replace macro metrics.novelty_at(
    k, alpha, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with summed as (
    select
        subtopic_hits.answer_id,
        depths.cutoff,
        count(*) as num_hits,
        count(*) filter (where subtopic_hits.num_so_far = 1) as num_found,
        sum(subtopic_hits.gain * metrics.discount(subtopic_hits.rank)) as dcg,
        sum(subtopic_hits.gain / subtopic_hits.rank) as err,
    from metrics.subtopic_hits(alpha, variant, min_relevance, tie_rule, judged_only) as subtopic_hits
    inner join (select unnest(metrics.cutoffs(k)) as cutoff) as depths
        on subtopic_hits.rank <= depths.cutoff
    group by subtopic_hits.answer_id, depths.cutoff
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    depths.cutoff,
    answers.num_subtopics,
    coalesce(summed.num_hits, 0) as num_hits,
    coalesce(summed.num_found, 0) as num_found,
    coalesce(summed.dcg, 0) as dcg,
    coalesce(summed.err, 0) as err,
from metrics.subtopic_answers(variant, min_relevance) as answers
cross join (select unnest(metrics.cutoffs(k)) as cutoff) as depths
left join summed
    on answers.answer_id = summed.answer_id
    and depths.cutoff = summed.cutoff;
