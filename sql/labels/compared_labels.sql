-- How many items have an official grade and a given grade in another label set: one row per pair of grades, for every set.
--
-- source: labels.official_pairs; labels.confusion has the same for any two sets
-- grain: collection, variant, truth, official, relevance
-- columns:
--   variant: set of labels that is compared
--   truth: set that `variant` is compared with (labels.truths)
--   judge: judge that the labels belong to, as in labels.official_pairs
--   official: grade in the official labels
--   relevance: grade in `variant`; null for fractions without cut points
--   num_pairs: pairs with these two grades
-- needs: second labels
-- example: from labels.compared_labels where variant = 'llmjudge-Olz-gpt4o' order by all
create or replace view labels.compared_labels as
select
    pairs.collection,
    pairs.variant,
    pairs.truth,
    pairs.judge,
    pairs.official,
    pairs.relevance,
    count(*) as num_pairs,
from labels.official_pairs as pairs
group by pairs.collection, pairs.variant, pairs.truth, pairs.judge, pairs.official, pairs.relevance;
