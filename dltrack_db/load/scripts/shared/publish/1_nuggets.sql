-- From the private copy of a load into the lake: nuggets and their labels. The private copy holds those of this load alone.
delete from lake.main.nuggets
where (collection, bank) in (select (collection, name) from memory.staging.files where part = 'nuggets');
delete from lake.main.nugget_labels
where (collection, source) in (select (collection, name) from memory.staging.files where part = 'nuggets');
delete from lake.main.citation_labels
where (collection, source) in (select (collection, name) from memory.staging.files where part = 'nuggets');

insert into lake.main.nuggets by name
from slice.main.nuggets;

insert into lake.main.nugget_labels by name
from slice.main.nugget_labels;

insert into lake.main.citation_labels by name
from slice.main.citation_labels;
