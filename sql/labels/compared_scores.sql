-- The score of every run on every topic by the official labels and by each other set, for topics that both sets judge.
--
-- source: labels.query_scores
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
with scored as materialized (
    select
        scores.collection,
        scores.variant,
        scores.measure,
        scores.run_id,
        scores.query_id,
        scores.value,
        scores.provenance,
        scores.variant = collections.qrels_variant as is_official,
    from labels.query_scores as scores
    inner join main.collections as collections on scores.collection = collections.collection
)

select
    judged.collection,
    judged.variant,
    judged.measure,
    judged.run_id,
    judged.query_id,
    official.value as official,
    judged.value,
    judged.provenance,
from scored as judged
inner join scored as official
    on
        judged.collection = official.collection
        and judged.measure = official.measure
        and judged.run_id = official.run_id
        and judged.query_id = official.query_id
        and judged.provenance = official.provenance
where official.is_official and not judged.is_official;
