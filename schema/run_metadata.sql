-- Notes on runs in addition to main.runs, one per row: descriptions, model families, numbers reported by authors.
--
-- source: recipes in ingest/recipes
-- grain: collection, source, run_id, key
-- parents: collections
-- columns:
--   run_id: name of the run in the source; may be missing from main.runs
--   source: name of the notes, e.g. 'trec2023-synthetic'
--   key: name of the note, e.g. 'model_family'
--   value: published note
create table if not exists main.run_metadata (
    collection varchar not null,
    run_id varchar not null,
    source varchar not null,
    key varchar not null,
    value varchar not null
);
