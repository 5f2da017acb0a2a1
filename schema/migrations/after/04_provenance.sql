-- Every set of labels needs a row (catalog.orphans), with its level.
insert into main.qrels_variants by name
select distinct
    qrels.collection,
    qrels.variant,
from main.qrels as qrels
anti join main.qrels_variants as known
    on known.collection = qrels.collection
    and known.variant = qrels.variant
order by qrels.collection, qrels.variant;
