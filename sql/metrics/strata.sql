-- The strata of a sampled pool, with the numbers of pooled, judged and relevant items in each.
--
-- source: main.qrels; NIST's sample_eval.pl; Yilmaz, Kanoulas and Aslam, SIGIR 2008
-- grain: collection, query_id, stratum
-- columns:
--   stratum: name as in main.qrels; empty for labels without strata, which form one stratum
--   num_items: items of the pool in the stratum
--   num_judged: judged items in the stratum: items with a grade of 0 or more
--   num_rel: judged items that are relevant
--   weight: number of items that each judged item represents; null if no item is judged
-- example: select stratum, num_items, num_judged from metrics.strata() where query_id = '2082'
create or replace macro metrics.strata(variant := null, min_relevance := null) as table
select
    qrels.collection,
    qrels.query_id,
    coalesce(qrels.stratum, '') as stratum,
    count(*) as num_items,
    count(*) filter (where qrels.relevance >= 0) as num_judged,
    count(*) filter (
        where metrics.is_relevant(qrels.relevance, qrels.gain, coalesce(min_relevance, levels.min_relevance))
    ) as num_rel,
    count(*)::double / nullif(count(*) filter (where qrels.relevance >= 0), 0) as weight,
from labels.counted as qrels
inner join main.collections as collections
    on qrels.collection = collections.collection
    and qrels.variant = coalesce(variant, collections.qrels_variant)
left join labels.levels as levels on qrels.collection = levels.collection and qrels.variant = levels.variant
group by qrels.collection, qrels.query_id, coalesce(qrels.stratum, '');
