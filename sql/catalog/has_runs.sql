-- Whether runs of these names, or scores of them, are loaded, of any collection: true; another name is an error.
--
-- source: main.run_topics, main.stand_in_scores, main.official_scores
-- params:
--   names: names as a list; null for none
-- returns: boolean, never false
-- caveats: what macros ask that are given a run, so that a name that is not known stops the query
-- example: select catalog.has_runs([any_value(run_id)]) from main.run_topics
create or replace macro catalog.has_runs(names) as (
    select catalog.has_names('run', asked.list, known.list),
    from (select coalesce(names, []) as list) as asked
    cross join (
        select coalesce(list(loaded.run_id), []) as list,
        from (
            select distinct ranked.run_id from main.run_topics as ranked
            union all
            select distinct scored.run_id from main.stand_in_scores as scored
            union all
            select distinct printed.run_id from main.official_scores as printed
        ) as loaded
    ) as known
);
