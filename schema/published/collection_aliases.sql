-- What others call collections: the names of ir_datasets, of PyTerrier (with irds: before them) and of BEIR.
--
-- source: the catalogue of ir_datasets, https://ir-datasets.com; papers/collection_aliases.csv
-- grain: alias, collection
-- columns:
--   alias: name elsewhere, without irds:
--   collection: the collection here, loaded or not; an alias that may mean two has a row for each
create table if not exists published.collection_aliases (
    alias varchar not null,
    collection varchar not null,
    primary key (alias, collection)
);
