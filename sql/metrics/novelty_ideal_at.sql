-- Sums of the gains of the ideal order of each topic up to each cut-off: the divisors of alpha-nDCG and nERR-IA.
--
-- source: ndeval.c of the TREC Web track (idealResult, renormalize)
-- grain: collection, query_id, cutoff
-- columns:
--   query_id: judged topic with a relevant item
--   cutoff
--   dcg: sum of the gains, each weighted by metrics.discount
--   err: sum of the gains, each divided by the item's rank
-- needs: subtopics
-- example: select * from metrics.novelty_ideal_at(10, 0.5)
create or replace macro metrics.novelty_ideal_at(k, alpha, variant := null, min_relevance := null) as table
select
    ideal.collection,
    ideal.query_id,
    depths.cutoff,
    sum(ideal.gain * metrics.discount(ideal.rank)) as dcg,
    sum(ideal.gain / ideal.rank) as err,
from metrics.subtopic_ideal(alpha, list_max(metrics.cutoffs(k)), variant, min_relevance) as ideal
inner join (select unnest(metrics.cutoffs(k)) as cutoff) as depths
    on ideal.rank <= depths.cutoff
group by ideal.collection, ideal.query_id, depths.cutoff;
