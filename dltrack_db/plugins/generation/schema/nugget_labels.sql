-- One row for each label of a nugget by a judge: whether an answer or a document contains the nugget.
--
-- source: assignments of nuggetizer, DRAGUN's assessments, your own CSV (dltrack ingest nuggets)
-- grain: collection, bank, query_id, nugget_id, subject_kind, subject, judge
-- parents: collections
-- columns:
--   bank: bank of the nugget, as in main.nuggets; the bank may not be loaded
--   query_id: topic
--   nugget_id: id of the nugget, as in main.nuggets
--   subject_kind: 'run' for the answer of a run, 'document' for a document or passage
--   subject: id of the run, or of the document
--   judge: judge: a person, a model, or 'gold'
--   label: label as in the file
--   value: 1 for support, 0.5 for partial support, 0 for none, -1 for contradiction; a numeric label is not converted
--   reason: reason that the judge states, or null; untrusted text
--   source: name of the file, as in main.loads
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
