-- The given run name if the collection has a ranking of this run; any other name is an error.
--
-- source: main.run_topics
-- params:
--   run_name: run with a loaded ranking
-- returns: varchar
-- caveats: an unknown name stops the query instead of returning no rows
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
