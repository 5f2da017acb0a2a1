-- The labels, level of relevance and tie rule of a collection, and its edition. Variable: `collection`.
select
    qrels_variant,
    min_relevance,
    tie_rule,
    edition
from main.collections
where collection = getvariable('collection')
