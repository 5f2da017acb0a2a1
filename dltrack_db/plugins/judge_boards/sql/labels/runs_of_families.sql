-- The runs whose notes name a family of models as a word, so that they were probably made with such a model.
--
-- source: main.run_metadata; families of the judging models (labels.model_family)
-- grain: collection, family, run_id
-- columns:
--   family: letters at the start of the model's name, e.g. 'gpt'
--   run_id
-- needs: run notes
-- example: from labels.runs_of_families
create or replace view labels.runs_of_families as
with families as (
    select
        judges.collection,
        labels.model_family(judges.model) as family,
    from main.qrels_variants as judges
    union
    select
        boards.collection,
        labels.model_family(boards.model) as family,
    from main.judge_scores as boards
)

select distinct
    families.collection,
    families.family,
    notes.run_id,
from families
inner join main.run_metadata as notes on families.collection = notes.collection
where regexp_matches(lower(notes.value), '(^|[^a-z])' || families.family || '($|[^a-z])');
