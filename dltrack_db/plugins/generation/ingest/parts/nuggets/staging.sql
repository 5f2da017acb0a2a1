-- Staging tables for nuggets, labels of nuggets and labels of citations. Nuggets of a bank other than the file's own bank are
-- only compared with that bank.
create table staging.nuggets (
    file_id integer not null,
    line bigint not null,
    bank varchar not null,
    query_id varchar,
    nugget_id varchar,
    position integer,
    kind varchar,
    text varchar,
    importance varchar,
    weight double,
    facet varchar,
    question_id varchar,
    problem varchar
);

create table staging.nugget_labels (
    file_id integer not null,
    line bigint not null,
    bank varchar not null,
    query_id varchar,
    nugget_id varchar,
    subject_kind varchar,
    subject varchar,
    judge varchar,
    label varchar,
    value double,
    reason varchar,
    problem varchar
);

create table staging.citation_labels (
    file_id integer not null,
    line bigint not null,
    run_id varchar,
    query_id varchar,
    position integer,
    doc_id varchar,
    judge varchar,
    label varchar,
    value double,
    problem varchar
);

create view staging.nugget_lines as
select nuggets.file_id, nuggets.line, nuggets.query_id, nuggets.problem
from staging.nuggets as nuggets
inner join staging.files as files on files.file_id = nuggets.file_id and files.name = nuggets.bank
union all
select file_id, line, query_id, problem
from staging.nugget_labels
union all
select file_id, line, query_id, problem
from staging.citation_labels;

-- data of earlier loads, for checks across loads
create table staging.known_nuggets (
    collection varchar not null, bank varchar not null, query_id varchar not null, nugget_id varchar not null, text varchar not null
);
create table staging.known_nugget_labels (
    collection varchar not null,
    bank varchar not null,
    query_id varchar not null,
    nugget_id varchar not null,
    subject_kind varchar not null,
    subject varchar not null,
    judge varchar not null,
    source varchar not null
);
create table staging.known_citation_labels (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    position integer not null,
    doc_id varchar not null,
    judge varchar not null,
    source varchar not null
);
