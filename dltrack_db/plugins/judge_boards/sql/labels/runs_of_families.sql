-- One row for each run whose notes name a family of models as a word. The run was probably made with a model of this family.
--
-- source: main.run_metadata; families of the judging models (labels.model_family)
-- grain: collection, family, run_id
-- columns:
--   family: name of the family, e.g. 'gpt': letters at the start of a model's name
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
