-- Printed numbers known to be wrong, with the reason: a computed value that differs from them is expected.
--
-- source: recomputation and internal arithmetic of the papers; papers/misprints.csv
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: exhibit of the printed cell
--   row_key: its row
--   column_name: its column
--   reason: what is right, and how one can tell
create table if not exists published.misprints (
    exhibit varchar not null,
    row_key varchar not null,
    column_name varchar not null,
    reason varchar not null
);
