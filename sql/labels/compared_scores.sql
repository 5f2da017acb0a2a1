-- The score of every run on every topic by the official labels and by each other set, for topics that both judge.
--
-- source: labels.compared_means
-- grain: collection, variant, measure, run_id, query_id
-- columns:
--   variant: set of labels compared with the official one
--   measure: as in labels.query_scores
--   run_id
--   query_id: topic that both sets judge
--   official: score by the official labels
--   value: score by the other labels
--   provenance
--   unranked: why the run changes no other run's rank (labels.compared_means); null for a ranked run
-- needs: runs, second labels
-- example: from labels.compared_scores where collection = 'trec2021-passages' limit 5
create or replace view labels.compared_scores as
select
    compared.collection,
    compared.variant,
    compared.measure,
    compared.run_id,
    unnest(compared.query_ids) as query_id,
    unnest(compared.official_values) as official,
    unnest(compared.other_values) as value,
    compared.provenance,
    compared.unranked,
from labels.compared_means as compared;
