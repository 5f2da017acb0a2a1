-- Topics: those of a query set are replaced as a whole.
delete from main.queries where query_set in (select name from memory.staging.files where part = 'queries');

insert into main.queries by name
select
    files.name as query_set,
    queries.query_id,
    queries.text,
    queries.text_field,
from memory.staging.queries as queries
inner join memory.staging.files as files on files.file_id = queries.file_id;
