-- The score of every run on every topic by the official labels and by each other set, for topics that both sets judge.
--
-- source: labels.query_scores, labels.truths
-- grain: collection, variant, measure, run_id, query_id
-- columns:
--   variant: set of labels compared with the official set
--   measure: as in labels.query_scores
--   run_id
--   query_id: topic that both sets judge
--   official: score by the official labels
--   value: score by the other labels
--   provenance
-- needs: runs, second labels
-- example: from labels.compared_scores where collection = 'trec2021-passages' limit 5
create or replace view labels.compared_scores as
select
    judged.collection,
    judged.variant,
    judged.measure,
    judged.run_id,
    judged.query_id,
    official.value as official,
    judged.value,
    judged.provenance,
from labels.query_scores as judged
inner join labels.truths as truths
    on judged.collection = truths.collection and judged.variant <> truths.variant and truths.num_truths = 1
inner join labels.query_scores as official
    on
        judged.collection = official.collection
        and truths.variant = official.variant
        and judged.measure = official.measure
        and judged.run_id = official.run_id
        and judged.query_id = official.query_id
        and judged.provenance = official.provenance;
