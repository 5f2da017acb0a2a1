-- Check the names of label sets: true if all exist, otherwise an error that names an unknown label set.
--
-- source: labels.known_sets
-- params:
--   names: list of names
--   collection_name: collection of the label sets; null for any collection
-- returns: boolean, never false
-- caveats: used by macros with a parameter for label sets, so that an unknown name stops the query with an error
-- example: select labels.has_sets(labels.known_sets())
create or replace macro labels.has_sets(names, collection_name := null) as (
    select catalog.has_names('set of labels', asked.names, asked.known),
    from (
        select
            names as names,
            labels.known_sets(collection_name := collection_name) as known,
    ) as asked
);
