-- One row for each printed number that is known to be wrong, with the correct number and the reason.
--
-- source: recomputation and internal arithmetic of the papers; papers/misprints.csv
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: exhibit of the printed cell
--   row_key: row of the printed cell
--   column_name: column of the printed cell
--   value: the correct number; any other computed value is a mismatch
--   source: file, table or formula of the correct number
--   cause: 'print' for an error of the paper; 'file replaced' for a count of a file that was replaced after the paper was
--     printed; 'counted otherwise' if dltrack loads fewer rows of the file than the paper counts
--   reason: explanation of the error, and how to recognize it
create table if not exists published.misprints (
    exhibit varchar not null,
    row_key varchar not null,
    column_name varchar not null,
    value double not null,
    source varchar not null,
    cause varchar not null check (cause in ('print', 'file replaced', 'counted otherwise')),
    reason varchar not null
);
