-- Every number that the four papers print in a table, a figure or a sentence, one row per printed cell.
--
-- source: TREC 2019 and 2021 Deep Learning overviews (A, D), SIGIR'21 resource paper (B), Atomized Search Length (C);
--   ingest/published/cells.csv
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: id as in published.exhibits: paper letter, then T table, F figure or S statement in the text
--   row_key: row of the printed table: run id, topic, or the statement's subject
--   column_name: column of the printed table, or what the statement measures
--   value: the number as printed; percentages as percentages
--   decimals: printed decimals; negative where the paper rounds to tens or hundreds
--   relation: '=' for a number; '<' or '>' where the paper prints a bound ('less than 20%')
--   edition: loaded with this edition; null for papers B and C, loaded always
--   requirement: what must be loaded to compute the cell, see published.requirements; null when printed numbers suffice
--   note: how the text was read where it is not plain
create table if not exists published.cells (
    exhibit varchar not null,
    row_key varchar not null,
    column_name varchar not null,
    value double not null,
    decimals smallint not null,
    relation varchar not null check (relation in ('=', '<', '>')),
    edition varchar,
    requirement varchar,
    note varchar
);
