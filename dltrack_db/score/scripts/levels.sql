-- The level of a set of labels, and how far its labels reach. Parameters: collection, labels (null for the official ones).
select
    labels.level($1, $2) as level,
    min(coalesce(qrels.gain, qrels.relevance)) as lowest,
    max(coalesce(qrels.gain, qrels.relevance)) as highest,
    coalesce(bool_or(qrels.gain is not null), false) as has_fractions,
    any_value(qrels.variant) as variant,
from main.qrels as qrels
inner join main.collections as collections
    on
        qrels.collection = collections.collection
        and qrels.variant = coalesce($2, collections.qrels_variant)
where qrels.collection = $1;
