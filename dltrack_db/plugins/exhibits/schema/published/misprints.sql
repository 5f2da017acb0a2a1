-- One row for each printed number known to be wrong, with the right number and the reason.
--
-- source: recomputation and internal arithmetic of the papers; papers/misprints.csv
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: exhibit of the printed cell
--   row_key: its row
--   column_name: its column
--   value: the right number; any other computed value is still a mismatch
--   source: file, table or formula that the right number comes from
--   cause: 'print' for an error of the paper; 'file replaced' for a count of a file that was replaced after print,
--     'counted otherwise' if dltrack keeps less of the file than the paper counts
--   reason: what happened, and how to recognize it
create table if not exists published.misprints (
    exhibit varchar not null,
    row_key varchar not null,
    column_name varchar not null,
    value double not null,
    source varchar not null,
    cause varchar not null check (cause in ('print', 'file replaced', 'counted otherwise')),
    reason varchar not null
);
