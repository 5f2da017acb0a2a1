-- List of the names of all known label sets.
--
-- source: labels.known_variants
-- params:
--   collection_name: collection of the label sets; null for all collections
-- returns: list of names; empty if there are no label sets
-- example: select labels.known_sets('sample-passages')
create or replace macro labels.known_sets(collection_name := null) as (
    select coalesce(list(distinct sets.variant order by sets.variant), []),
    from labels.known_variants as sets
    where sets.collection = coalesce(collection_name, sets.collection)
);
