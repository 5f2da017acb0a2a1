-- Whether a set of labels has fractions, and no level of relevance that could be taken for granted.
--
-- source: main.qrels
-- params:
--   collection_name: judged task
--   labels: set of labels; null for the official one, whose level is the collection's
-- returns: boolean
-- example: select labels.has_fractions('sample-passages', 'nist')
create or replace macro labels.has_fractions(collection_name, labels) as (
    select coalesce(bool_or(qrels.gain is not null), false),
    from main.qrels as qrels
    inner join main.collections as collections on qrels.collection = collections.collection
    where
        qrels.collection = collection_name
        and qrels.variant = labels
        and qrels.variant <> collections.qrels_variant
);
