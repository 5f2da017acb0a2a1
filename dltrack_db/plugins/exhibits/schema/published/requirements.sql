-- One row for each file or set of data that a requirement of printed cells includes; a requirement is met if all its rows
-- are loaded.
--
-- source: definitions of the exhibits in the papers; papers/requirements.csv
-- grain: requirement, kind, collection, name
-- columns:
--   requirement: name used in published.cells
--   kind: 'metadata' (run descriptions), 'runs' (all submitted runs), 'runs or scores' (all submitted runs, or their
--     published scores per topic by the measure in column name), 'run' (the run in the cell's row), 'one run' (the run in
--     column name), 'one run or scores' (the run in column name, or its published scores), 'qrels', 'scores' (published
--     scores of all runs), 'queries', 'wordings' (of topics), 'notes' (on runs), 'descriptions' (of each submitted run, by
--     its group), 'mapping' (passage to document), 'corpus', 'answers', 'preferences', 'nuggets' (nuggets or their
--     labels), 'categories' (a category for every run) or 'outside' (unavailable data: cells are not reproducible)
--   collection: judged task; null for queries, wordings, corpus and outside
--   name: label set (for qrels and scores), query set, wording, corpus, run, measure, unavailable data, or source of
--     notes, answers, preferences or nuggets
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
