-- One row for each file or set that must be loaded to compute a printed cell; a requirement needs all its rows.
--
-- source: definitions of the exhibits in the papers; papers/requirements.csv
-- grain: requirement, kind, collection, name
-- columns:
--   requirement: name used in published.cells
--   kind: 'metadata' (run descriptions), 'runs' (all submitted runs), 'runs or scores' (all submitted runs, or
--     published scores per topic by the measure in name), 'run' (the run of the cell's row), 'one run' (the run in
--     name), 'one run or scores' (that run or its published scores), 'qrels', 'scores' (published scores of all runs),
--     'queries', 'wordings' (of topics), 'notes' (on runs), 'descriptions' (by the groups, of each submitted run),
--     'mapping' (passage to document), 'corpus', 'answers', 'preferences' or 'nuggets' (a set of them, or of labels),
--     'categories' (a category for every run) or 'outside' (unavailable data: a cell that needs it is not reproducible)
--   collection: judged task; null for queries, wordings, corpus and outside
--   name: qrels variant (also of scores), query set, wording, corpus, run, measure, unavailable data, or source of
--     notes,
--     answers, preferences or nuggets
create table if not exists published.requirements (
    requirement varchar not null,
    kind varchar not null check (
        kind in (
            'metadata', 'runs', 'runs or scores', 'run', 'one run', 'one run or scores', 'qrels', 'scores', 'queries',
            'wordings', 'notes', 'descriptions', 'mapping', 'corpus', 'categories',
            'answers', 'preferences', 'nuggets', 'outside'
        )
    ),
    collection varchar,
    name varchar
);
