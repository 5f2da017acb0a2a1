-- Whether all named runs are known in any collection: true, or an error that names an unknown run.
--
-- source: main.runs; main.query_scores, main.stand_in_scores and main.official_scores for other names
-- params:
--   names: list of names; null if no run is named
-- returns: boolean, never false
-- caveats: called in macros with a parameter for runs, so that an unknown name stops the query. A known run may have a
--   description but no ranking
-- example: select catalog.has_runs(['p_bm25'])
create or replace macro catalog.has_runs(names) as (
    with rare as (
        select asked.name
        from (select unnest(names) as name) as asked
        anti join main.runs as described on asked.name = described.run_id
    )

    select catalog.has_names('run', asked.list, known.list),
    from (select coalesce(names, []) as list) as asked
    cross join (
        select coalesce(list(loaded.run_id), []) as list,
        from (
            select described.run_id from main.runs as described
            union all
            -- the long tables are read only if a name is not in main.runs
            select distinct computed.run_id
            from main.query_scores as computed
            semi join rare on computed.run_id = rare.name
            union all
            select distinct scored.run_id
            from main.stand_in_scores as scored
            semi join rare on scored.run_id = rare.name
            union all
            select distinct printed.run_id
            from main.official_scores as printed
            semi join rare on printed.run_id = rare.name
        ) as loaded
    ) as known
);
