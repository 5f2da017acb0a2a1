-- Names of collections in ir_datasets, PyTerrier (with the prefix irds:) and BEIR.
--
-- source: the catalogue of ir_datasets, https://ir-datasets.com; papers/collection_aliases.csv
-- grain: alias, collection
-- columns:
--   alias: name elsewhere, without irds:
--   collection: the collection here, loaded or not; an ambiguous alias has several rows
create table if not exists published.collection_aliases (
    alias varchar not null,
    collection varchar not null,
    primary key (alias, collection)
);
