-- Nuggets and labels of nuggets and citations: what a file says is replaced as a whole.
delete from main.nuggets
where (collection, bank) in (select (collection, name) from memory.staging.files where part = 'nuggets');
delete from main.nugget_labels
where (collection, source) in (select (collection, name) from memory.staging.files where part = 'nuggets');
delete from main.citation_labels
where (collection, source) in (select (collection, name) from memory.staging.files where part = 'nuggets');

insert into main.nuggets by name
select
    files.collection,
    nuggets.* exclude (file_id, line, problem),
from memory.staging.nuggets as nuggets
inner join memory.staging.files as files on files.file_id = nuggets.file_id and files.name = nuggets.bank;

insert into main.nugget_labels by name
select
    files.collection,
    files.name as source,
    labels.* exclude (file_id, line, problem),
from memory.staging.nugget_labels as labels
inner join memory.staging.files as files on files.file_id = labels.file_id;

insert into main.citation_labels by name
select
    files.collection,
    files.name as source,
    labels.* exclude (file_id, line, problem),
from memory.staging.citation_labels as labels
inner join memory.staging.files as files on files.file_id = labels.file_id;
