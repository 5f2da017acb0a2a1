-- Sets of labels that are a sample, drawn from strata of the pool at different rates.
--
-- source: main.qrels
-- grain: collection, variant
-- columns:
--   variant: labels
--   num_strata: strata, over all topics
-- needs: labels
-- caveats: empty where no labels name strata; measures other than xinfAP and infNDCG take what was not drawn for not
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
