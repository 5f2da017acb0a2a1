-- Whether all named measures are names of stored scores: true, or an error that names an unknown measure.
--
-- source: metrics.standard_names; main.query_scores, main.stand_in_scores and main.official_scores for other names
-- params:
--   names: list of names; null if no measure is named
-- returns: boolean, never false
-- caveats: called in macros with a parameter for measures, so that an unknown name stops the query. A known measure may have
--   no values for the runs of a collection
-- example: select catalog.has_measures(['ndcg_cut_10'])
create or replace macro catalog.has_measures(names) as (
    with rare as (
        select asked.name
        from (select unnest(names) as name) as asked
        anti join metrics.standard_names as standard on asked.name = standard.name
    )

    select catalog.has_names('stored measure', asked.list, known.list),
    from (select coalesce(names, []) as list) as asked
    cross join (
        select coalesce(list(stored.measure), []) as list,
        from (
            select standard.name as measure from metrics.standard_names as standard
            union all
            -- the long tables are read only if a name is not a standard name
            select distinct computed.measure
            from main.query_scores as computed
            semi join rare on computed.measure = rare.name
            union all
            select distinct conventions.measure || '_' || conventions.parameter::bigint as measure,
            from metrics.standard_parameters as conventions
            where conventions.measure in ('map_cut', 'recip_rank_cut', 'ncg_cut')
            union all
            select distinct scored.measure
            from main.stand_in_scores as scored
            semi join rare on scored.measure = rare.name
            union all
            select distinct printed.measure
            from main.official_scores as printed
            semi join rare on printed.measure = rare.name
        ) as stored
    ) as known
);
