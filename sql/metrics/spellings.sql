-- Every measure name that users can request, with its syntax, the measure that it means and the relevance level.
--
-- source: metrics.measures
-- grain: spelling, language, measure
-- columns:
--   spelling: name, without parameters and cut-off; upper and lower case are different
--   language: syntax of the name: 'trec_eval', whose measures use the relevance level of the collection, or 'ir_measures'
--   measure: measure that the name means; a name of ir_measures can mean one measure with a cut-off and another without
--   min_relevance: lowest relevant grade if the request sets none; null if the collection's level applies or the measure uses
--     no level
--   label: name for printed values, e.g. 'Rprec(rel=1)', if an ir_measures name without parameters equals a trec_eval name,
--     ignoring case; else null. The label is the ir_measures name with the parameters that distinguish it; without such
--     parameters, it is the trec_eval name
-- caveats: a name in both syntaxes means trec_eval's measure if it is written alone, and ir_measures' measure if it is written
--   with parameters or passed as an ir_measures object
-- example: select language, measure, min_relevance, label from metrics.spellings where lower(spelling) = 'rprec'
create or replace table metrics.spellings as
with ways as (
    select
        measures.position,
        measures.measure,
        measures.is_binary,
        unnest(measures.ir_measures) as way,
    from metrics.measures as measures
),

named as (
    select
        ways.position,
        ways.measure,
        ways.is_binary,
        unnest(string_split(regexp_extract(ways.way, '^[^(@]+'), '|')) as spelling,
        try_cast(regexp_extract(ways.way, '[(, ]rel=([0-9]+)', 1) as integer) as min_relevance,
        regexp_replace(
            regexp_extract(ways.way, '\(([^)]*)\)', 1), '(, )?[a-z_]+=(false|none)', '', 'g'
        ) as parameters,
        contains(ways.way, '@') as has_cutoff,
    from ways
),

-- measures whose values are stored under the name alone
labels as (
    select
        measures.measure,
    from metrics.measures as measures
    where measures.parameter not in ('cutoffs', 'items', 'levels')
),

of_ir_measures as (
    select
        named.position,
        named.spelling,
        named.measure,
        min(named.min_relevance) as min_relevance,
        min(
            case
                when not named.has_cutoff and labels.measure is not null and (named.is_binary or labels.measure <> named.measure)
                    then
                        case
                            when trim(named.parameters, ', ') = '' then labels.measure
                            else named.spelling || '(' || replace(named.parameters, ' ', '') || ')'
                        end
            end
        ) as label,
    from named
    left join labels on lower(named.spelling) = lower(labels.measure)
    group by named.position, named.spelling, named.measure
)

select
    measures.measure as spelling,
    'trec_eval' as language,
    measures.measure,
    measures.min_relevance,
    null as label,
from metrics.measures as measures
union all
select
    of_ir_measures.spelling,
    'ir_measures' as language,
    of_ir_measures.measure,
    of_ir_measures.min_relevance,
    of_ir_measures.label,
from of_ir_measures
order by language, spelling, measure;
