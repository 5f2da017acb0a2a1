-- Other names of collections, in ir_datasets, PyTerrier (with the prefix irds:) and BEIR: one row per name and collection.
--
-- source: the catalogue of ir_datasets, https://ir-datasets.com; papers/collection_aliases.csv
-- grain: alias, collection
-- columns:
--   alias: other name, without the prefix irds:
--   collection: collection of dltrack, loaded or not; an ambiguous alias has several rows
create table if not exists published.collection_aliases (
    alias varchar not null,
    collection varchar not null,
    primary key (alias, collection)
);
