-- The name of a run that a collection has; another name is an error.
--
-- source: main.run_topics
-- params:
--   run_name: run whose rankings are loaded
-- returns: varchar
-- caveats: a name that is not known stops the query instead of giving no rows
-- example: select systems.known_run('sample-passages', 'p_bm25')
create or replace macro systems.known_run(collection_name, run_name) as (
    select
        case
            when bool_or(loaded.collection = collection_name and loaded.run_id = run_name) then run_name
            when coalesce(bool_or(loaded.collection = collection_name), false)
                then error(
                    'there is no run ''' || run_name || ''' of ' || collection_name
                    || '; see: select distinct run_id from main.run_topics'
                )
            else error(
                'there is no collection ''' || collection_name || ''' with rankings; '
                || 'see: select distinct collection from main.run_topics'
            )
        end,
    from main.run_topics as loaded
);
