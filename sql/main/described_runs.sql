-- Every known run of a collection, with its description and its team's paper, if these are known.
--
-- source: main.runs; main.run_metadata (dltrack ingest run-notes); published.run_papers
-- grain: collection, run_id
-- columns:
--   collection: collection that the run belongs to
--   run_id: name of the run
--   team
--   subtask: as in main.runs
--   category: as in main.runs
--   stage: as in main.runs
--   dense: as in main.runs
--   is_submission: as in main.runs
--   submitted_on: day of submission
--   source_file: file with the rankings; null if no ranking is loaded
--   description: note with the key 'description', from the first source by name; null if no description is loaded
--   paper: title of the team's paper on its runs; null if the proceedings contain no such paper
--   paper_url: address of the paper
-- example: select run_id, team, description, paper from main.described_runs where run_id = 'pash_f1'
create or replace view main.described_runs as
with described as (
    select
        notes.collection,
        notes.run_id,
        first(notes.value order by notes.source) as description,
    from main.run_metadata as notes
    where notes.key = 'description'
    group by notes.collection, notes.run_id
)

select
    runs.collection,
    runs.run_id,
    runs.team,
    runs.subtask,
    runs.category,
    runs.stage,
    runs.dense,
    runs.is_submission,
    runs.submitted_on,
    runs.source_file,
    described.description,
    papers.title as paper,
    papers.url as paper_url,
from main.runs as runs
inner join main.collections as collections on runs.collection = collections.collection
left join described on runs.collection = described.collection and runs.run_id = described.run_id
left join published.run_papers as papers on collections.edition = papers.edition and runs.run_id = papers.run_id;
