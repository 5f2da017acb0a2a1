-- Do a model's labels favour runs made with models of the same family? For each label set and measure, one row for runs of the
-- family and one row for all other runs.
--
-- source: circularity as in Clarke and Dietz 2024; labels.compared_means; labels.runs_of_families
-- grain: collection, variant, measure, is_same_family
-- columns:
--   variant: label set compared with the official label set
--   measure: as in labels.query_scores
--   family: family of the labelling model: the letters at the start of its name, e.g. 'gpt'
--   is_same_family: whether a run note (description, model family) contains the name of the family as a word
--   num_runs: number of runs
--   official: average of the runs' means by the official labels
--   value: average of the runs' means by the compared label set
--   change: value - official
--   relative_change: change minus the change over all runs; positive if the runs gain from the compared label set
-- needs: runs, labels of models, run notes
-- caveats: needs run notes (recipe trec2023-synthetic, dltrack ingest run-notes). If the notes of a run do not name the
--   family, the run is treated as a run of another family
-- example: from labels.judge_circularity where measure = 'ndcg_cut_10' order by all
create or replace view labels.judge_circularity as
with families as (
    select
        judges.collection,
        judges.variant,
        labels.model_family(judges.model) as family,
    from main.qrels_variants as judges
    where labels.model_family(judges.model) is not null
),

changed as (
    select
        means.collection,
        means.variant,
        means.measure,
        families.family,
        related.run_id is not null as is_same_family,
        means.official,
        means.value,
        means.value - means.official as change,
        avg(means.value - means.official) over (
            partition by means.collection, means.variant, means.measure
        ) as overall,
    from labels.compared_means as means
    inner join families on means.collection = families.collection and means.variant = families.variant
    left join labels.runs_of_families as related
        on
            means.collection = related.collection
            and families.family = related.family
            and means.run_id = related.run_id
    where means.unranked is null
)

select
    changed.collection,
    changed.variant,
    changed.measure,
    changed.family,
    changed.is_same_family,
    count(*) as num_runs,
    avg(changed.official) as official,
    avg(changed.value) as value,
    avg(changed.change) as change,
    avg(changed.change) - any_value(changed.overall) as relative_change,
from changed
group by changed.collection, changed.variant, changed.measure, changed.family, changed.is_same_family;
