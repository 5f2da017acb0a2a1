-- What stands in for the table of labels by subtopic where the database has none.
create or replace temporary table subtopic_qrels (
    collection varchar,
    variant varchar,
    query_id varchar,
    subtopic varchar,
    doc_id varchar,
    relevance smallint
);
