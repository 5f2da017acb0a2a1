-- Whether a model's labels favour runs made with models of its own family.
--
-- source: circularity as in Clarke and Dietz 2024; labels.compared_means; families from the names of models in
--   main.qrels_variants and the notes in main.run_metadata
-- grain: collection, variant, measure, is_same_family
-- columns:
--   variant: set of labels compared with the official one
--   measure: as in labels.query_scores
--   family: family of the model that labelled: the letters its name begins with, e.g. 'gpt'
--   is_same_family: whether some note on the run (description, model family) names this family as a word
--   num_runs: runs
--   official: mean of their means by the official labels
--   value: mean of their means by these labels
--   change: mean of what these labels add
--   relative_change: change less that of all runs: above 0 for runs that win by these labels
-- needs: runs, labels of models, run notes
-- caveats: needs notes on the runs (recipe trec2023-synthetic, dltrack ingest run-notes): a run without a note of the
--   family counts as another's
-- example: from labels.judge_circularity where measure = 'ndcg_cut_10' order by all
create or replace view labels.judge_circularity as
with families as (
    select
        judges.collection,
        judges.variant,
        regexp_extract(lower(judges.model), '^[a-z]+') as family,
    from main.qrels_variants as judges
    where regexp_matches(lower(judges.model), '^[a-z]+')
),

related as (
    select distinct
        families.collection,
        families.variant,
        notes.run_id,
    from families
    inner join main.run_metadata as notes on families.collection = notes.collection
    where regexp_matches(lower(notes.value), '(^|[^a-z])' || families.family || '($|[^a-z])')
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
    left join related
        on
            means.collection = related.collection
            and means.variant = related.variant
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
