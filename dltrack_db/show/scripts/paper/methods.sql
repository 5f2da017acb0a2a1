-- What a paragraph on methods says of a collection. Variable: collection.
select
    collections.collection,
    collections.min_relevance,
    collections.tie_rule,
    collections.qrels_variant,
    collections.run_depth,
    (
        select count(distinct qrels.query_id)
        from main.qrels as qrels
        where qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
    ) as num_topics,
from main.collections as collections
where collections.collection = getvariable('collection');
