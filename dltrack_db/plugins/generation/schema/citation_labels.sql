-- One row for each label of a citation by a judge: whether the cited document supports the sentence.
--
-- source: CSV or JSON lines with run_id, topic_id, position, doc_id and label (dltrack ingest answers)
-- grain: collection, run_id, query_id, position, doc_id, judge
-- parents: collections
-- columns:
--   query_id: answered topic
--   position: position of the sentence in the answer, from 1
--   doc_id: cited document
--   judge: judge: a person, a model, or 'gold'
--   label: label as in the file
--   value: 1 for full support, 0.5 for partial support, 0 for none, -1 for contradiction
--   source: name of the file, as in main.loads
create table if not exists main.citation_labels (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    position integer not null,
    doc_id varchar not null,
    judge varchar not null,
    label varchar not null,
    value double not null,
    source varchar not null
);
