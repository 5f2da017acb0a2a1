-- The collections of which every official score is a printed cell, and the exhibit it belongs to.
--
-- source: papers/official_tables.csv
-- grain: exhibit
-- columns:
--   exhibit: exhibit whose cells are the official scores of a collection
--   collection
create table if not exists published.official_tables (
    exhibit varchar not null,
    collection varchar not null
);
