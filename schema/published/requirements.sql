-- What must be loaded before a printed cell can be computed; a requirement may have several parts, all needed.
--
-- source: definitions of the exhibits in the papers; ingest/published/requirements.csv
-- grain: requirement, kind, collection, name
-- columns:
--   requirement: name used in published.cells
--   kind: 'metadata' (run descriptions), 'runs' (all submitted runs), 'run' (the run named by the row), 'qrels',
--     'queries', 'mapping' (passage to document), 'corpus', 'cells' (printed numbers of another edition), 'categories'
--     (a category for every run) or 'outside' (no public file, or another track)
--   collection: judged task for metadata, runs, run, qrels, mapping and categories
--   name: qrels variant, query set, corpus, edition, or the thing outside
create table if not exists published.requirements (
    requirement varchar not null,
    kind varchar not null check (
        kind in ('metadata', 'runs', 'run', 'qrels', 'queries', 'mapping', 'corpus', 'cells', 'categories', 'outside')
    ),
    collection varchar,
    name varchar
);
