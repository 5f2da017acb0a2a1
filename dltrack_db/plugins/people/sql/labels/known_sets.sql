-- Names of all known sets of labels, as a list.
--
-- source: labels.known_variants
-- params:
--   collection_name: collection of the sets; null for all
-- returns: list of names; empty if there are none
-- example: select labels.known_sets('sample-passages')
create or replace macro labels.known_sets(collection_name := null) as (
    select coalesce(list(distinct sets.variant order by sets.variant), []),
    from labels.known_variants as sets
    where sets.collection = coalesce(collection_name, sets.collection)
);
