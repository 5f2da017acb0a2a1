-- One row for each judge's label of a nugget: whether an answer or a document contains it.
--
-- source: assignments of nuggetizer, DRAGUN's assessments, your own CSV (dltrack ingest nuggets)
-- grain: collection, bank, query_id, nugget_id, subject_kind, subject, judge
-- parents: collections
-- columns:
--   bank: as in main.nuggets, but may not be loaded
--   query_id: topic
--   nugget_id: as in main.nuggets
--   subject_kind: 'run' for the answer of a run, 'document' for a document or passage
--   subject: id of the run, or of the document
--   judge: who judged: a person, a model, or 'gold'
--   label: as given
--   value: 1 for support, 0.5 for partial support, 0 for none, -1 for contradiction; a numeric grade as it is
--   reason: the judge's reason; null if none; untrusted text
--   source: the file's name, as in main.loads
create table if not exists main.nugget_labels (
    collection varchar not null,
    bank varchar not null,
    query_id varchar not null,
    nugget_id varchar not null,
    subject_kind varchar not null,
    subject varchar not null,
    judge varchar not null,
    label varchar not null,
    value double not null,
    reason varchar,
    source varchar not null
);
