-- What is known of single runs beyond main.runs: descriptions, model families, numbers that authors noted.
--
-- source: recipes in ingest/recipes
-- grain: collection, source, run_id, key
-- parents: collections
-- columns:
--   run_id: run as the source names it; may be one that is not described in main.runs
--   source: which notes, e.g. 'trec2023-synthetic'
--   key: what is noted, e.g. 'model_family'
--   value: the note as published
create table if not exists main.run_metadata (
    collection varchar not null,
    run_id varchar not null,
    source varchar not null,
    key varchar not null,
    value varchar not null
);
