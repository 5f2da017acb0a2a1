-- One row for each number that a paper prints in a table, a figure or a sentence.
--
-- source: the papers of published.papers; papers/cells.csv
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: id as in published.exhibits: letter of the paper, then T for a table, F for a figure or S for a statement
--   row_key: row of the printed table: values of the key columns of the exhibit's view, joined by spaces
--   column_name: column of the exhibit's view
--   value: the number as printed; 12.5 for 12.5 %
--   decimals: number of printed decimals; negative if the paper rounds to tens or hundreds
--   relation: '=' for a number; '<' or '>' for a printed bound ('less than 20%')
--   edition: edition whose overview prints the number; null for a paper about several editions
--   requirement: data that must be loaded to compute the cell, see published.requirements; null for plain arithmetic
--   note: interpretation of an ambiguous text
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
