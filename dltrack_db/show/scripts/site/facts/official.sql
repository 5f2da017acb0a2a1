-- The labels, level of relevance and tie rule of a collection, its edition, and whether an overview of it was published.
-- Variable: `collection`.
select
    collections.qrels_variant,
    labels.level(collections.collection, collections.qrels_variant) as min_relevance,
    collections.tie_rule,
    collections.edition,
    fingerprints.overview_title is not null as has_overview,
from main.collections as collections
left join catalog.fingerprints as fingerprints
    on collections.collection = fingerprints.collection
where collections.collection = getvariable('collection')
