-- Whether stored scores go by these names of measures: true; another name is an error.
--
-- source: metrics.standard_names for what is computed; main.stand_in_scores, main.official_scores and main.judge_scores for
--   what others computed
-- params:
--   names: names as a list; null for none
-- returns: boolean, never false
-- caveats: what macros ask that are given a measure, so that a name that is not known stops the query. A measure may be
--   known, and no run of a collection have it
-- example: select catalog.has_measures(['ndcg_cut_10'])
create or replace macro catalog.has_measures(names) as (
    select catalog.has_names('stored measure', asked.list, known.list),
    from (select coalesce(names, []) as list) as asked
    cross join (
        select coalesce(list(stored.measure), []) as list,
        from (
            select standard.name as measure from metrics.standard_names as standard
            union all
            select distinct conventions.measure || '_' || conventions.parameter::bigint as measure,
            from metrics.standard_parameters as conventions
            where conventions.measure in ('map_cut', 'recip_rank_cut', 'ncg_cut')
            union all
            select distinct scored.measure from main.stand_in_scores as scored
            union all
            select distinct printed.measure from main.official_scores as printed
            union all
            select distinct judged.measure from main.judge_scores as judged
        ) as stored
    ) as known
);
