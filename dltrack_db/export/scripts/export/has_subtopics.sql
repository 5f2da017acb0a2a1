-- A row where the database has the table of labels by subtopic, which those of schema 2 have not.
select table_name
from information_schema.tables
where
    table_catalog = current_database()
    and table_schema = 'main'
    and table_name = 'subtopic_qrels';
