-- The sets of labels that are samples: drawn from strata of the pool at different rates.
--
-- source: main.qrels
-- grain: collection, variant
-- columns:
--   variant: set of labels
--   num_strata: number of strata over all topics
-- needs: labels
-- caveats: empty if no labels name strata; measures other than xinfAP and infNDCG treat items that were not drawn as not
--   relevant
-- example: from labels.samples
create or replace view labels.samples as
select
    qrels.collection,
    qrels.variant,
    count(distinct qrels.stratum) as num_strata,
from main.qrels as qrels
where qrels.stratum is not null
group by qrels.collection, qrels.variant;
