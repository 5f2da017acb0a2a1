-- The labels, level of relevance and tie rule of a collection. Variable: `collection`.
select
    qrels_variant,
    min_relevance,
    tie_rule
from main.collections
where collection = getvariable('collection')
