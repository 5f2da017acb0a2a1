-- Relevance judgments by subtopic: one row per item and aspect of a topic, for label sets that judge aspects separately.
--
-- source: qrels in the format of ndeval (topic, subtopic, item, grade), e.g. from the diversity task of the TREC Web track
-- grain: collection, variant, query_id, subtopic, doc_id
-- parents: collections
-- columns:
--   variant: set of labels
--   query_id: topic number as text
--   subtopic: aspect of the topic; second column of the qrels file
--   doc_id: id of the judged item
--   relevance: raw grade as judged for this subtopic
-- caveats: loads check that rows are unique; main.qrels has each item once, with its highest grade over the subtopics
create table if not exists main.subtopic_qrels (
    collection varchar not null,
    variant varchar not null,
    query_id varchar not null,
    subtopic varchar not null,
    doc_id varchar not null,
    relevance smallint not null
);
