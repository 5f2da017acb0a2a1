-- Every set of labels of a collection that is loaded or was used to compute loaded scores.
--
-- source: main.qrels_variants, main.submitted_scores
-- grain: collection, variant
-- columns:
--   variant: set of labels
--   is_official: whether `variant` is the official set of the collection
-- example: from labels.known_variants where collection = 'trec2023-passages' order by all
create or replace view labels.known_variants as
select
    named.collection,
    named.variant,
    named.variant = collections.qrels_variant as is_official,
from (
    select
        judges.collection,
        judges.variant,
    from main.qrels_variants as judges
    union
    select
        scores.collection,
        scores.variant,
    from main.submitted_scores as scores
) as named
inner join main.collections as collections on named.collection = collections.collection;
