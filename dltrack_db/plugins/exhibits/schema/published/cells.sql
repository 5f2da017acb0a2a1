-- One row for each number that the papers print in a table, a figure or a sentence.
--
-- source: the papers of published.papers; papers/cells.csv
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: id as in published.exhibits: paper letter, then T table, F figure or S statement in the text
--   row_key: row of the printed table: the key columns of the exhibit's view, joined by blanks
--   column_name: column of the exhibit's view
--   value: the number as printed; percentages as percentages
--   decimals: printed decimals; negative if the paper rounds to tens or hundreds
--   relation: '=' for a number; '<' or '>' for a printed bound ('less than 20%')
--   edition: edition whose overview prints the number; null for papers about several
--   requirement: what must be loaded to compute the cell, see published.requirements; null for plain arithmetic
--   note: how an ambiguous text was read
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
