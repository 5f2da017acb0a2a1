-- Whether sets of labels of these names are known: true, or an error that names an unknown one.
--
-- source: labels.known_sets
-- params:
--   names: names as a list
--   collection_name: collection that the sets belong to; null for any
-- returns: boolean, never false
-- caveats: used by macros with a parameter for sets of labels, so that an unknown name stops the query
-- example: select labels.has_sets(labels.known_sets())
create or replace macro labels.has_sets(names, collection_name := null) as (
    select catalog.has_names('set of labels', asked.names, asked.known),
    from (
        select
            names as names,
            labels.known_sets(collection_name := collection_name) as known,
    ) as asked
);
