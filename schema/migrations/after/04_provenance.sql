-- Adds the missing rows of label sets to main.qrels_variants, because every label set needs a row (catalog.orphans).
insert into main.qrels_variants by name
select distinct
    qrels.collection,
    qrels.variant,
from main.qrels as qrels
anti join main.qrels_variants as known
    on known.collection = qrels.collection
    and known.variant = qrels.variant
order by qrels.collection, qrels.variant;
