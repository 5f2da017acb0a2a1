-- What must be loaded before a printed cell can be computed; a requirement may have several parts, all needed.
--
-- source: definitions of the exhibits in the papers; papers/requirements.csv
-- grain: requirement, kind, collection, name
-- columns:
--   requirement: name used in published.cells
--   kind: 'metadata' (run descriptions), 'runs' (all submitted runs), 'runs or scores' (each submitted run, or what
--     others computed of it by the measure of the name), 'run' (the run named by the row), 'one run' (that of
--     the name), 'one run or scores' (that run, or what others computed of it), 'qrels',
--     'scores' (of all runs, by other people's computation), 'queries', 'wordings' (of topics), 'notes' (on runs), 'descriptions' (what groups said
--     of each submitted run), 'mapping' (passage to document), 'corpus',
--     'answers', 'preferences' or 'nuggets' (a set of them, or of labels), 'categories' (a category for every run) or 'outside' (nothing
--     that can be loaded: a cell that needs it is not reproducible)
--   collection: judged task for metadata, runs, scores of runs, run, qrels, scores, notes, descriptions, mapping, categories, answers,
--     preferences and nuggets
--   name: qrels variant (of scores, too), query set, wording, source of notes, answers, preferences or nuggets, corpus, run, measure, or the thing
--     outside
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
