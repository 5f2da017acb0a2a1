-- One row for each exhibit whose printed cells are all official scores of a collection.
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
