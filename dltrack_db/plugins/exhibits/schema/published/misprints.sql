-- Printed numbers known to differ from what is computed, with the number that is right and the reason.
--
-- source: recomputation and internal arithmetic of the papers; papers/misprints.csv
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: exhibit of the printed cell
--   row_key: its row
--   column_name: its column
--   value: the number that is right: another computed value is a mismatch, whatever the reason says
--   source: file, table or formula that the right number comes from
--   cause: 'print' where the paper is wrong; 'file replaced' where it counts a file that was replaced after print,
--     'counted otherwise' where dltrack keeps less of the file than the paper counts
--   reason: what happened, and how one can tell
create table if not exists published.misprints (
    exhibit varchar not null,
    row_key varchar not null,
    column_name varchar not null,
    value double not null,
    source varchar not null,
    cause varchar not null check (cause in ('print', 'file replaced', 'counted otherwise')),
    reason varchar not null
);
