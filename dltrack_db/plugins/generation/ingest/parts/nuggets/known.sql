-- Copy data for checks from the database attached as dltrack: loaded nuggets, and loaded labels of the same nuggets and
-- citations.
insert into staging.known_nuggets by name
select collection, bank, query_id, nugget_id, text
from dltrack.main.nuggets
where
    collection in (select collection from staging.collections)
    and (collection, bank) not in (select (collection, name) from staging.files where part = 'nuggets');

insert into staging.known_nugget_labels by name
select collection, bank, query_id, nugget_id, subject_kind, subject, judge, source
from dltrack.main.nugget_labels
where
    (collection, bank) in (
        select (files.collection, labels.bank)
        from staging.nugget_labels as labels
        inner join staging.files as files on files.file_id = labels.file_id
    )
    and (collection, source) not in (select (collection, name) from staging.files where part = 'nuggets');

insert into staging.known_citation_labels by name
select collection, run_id, query_id, position, doc_id, judge, source
from dltrack.main.citation_labels
where
    collection in (select collection from staging.collections)
    and (collection, source) not in (select (collection, name) from staging.files where part = 'nuggets');
