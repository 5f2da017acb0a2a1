-- TREC qrels line by line: query_id, iteration, doc_id, relevance, from the view temp.fields (fields.sql). Variables:
-- `file_id` and `rules`. 'strict' takes four columns and a small number, or below BEIR's header (query-id,
-- corpus-id, score) its three columns, or in all lines five, of which the fourth is the stratum, as NIST's sample_eval.
-- 'trec_eval9' and 'trec_eval10' read as these versions do: blank lines are refused, and of the grade counts the whole
-- number it begins with, 0 without one.
-- `relevance` is the whole number at or below the label, `gain` the label where it is a fraction, under the rules
-- 'strict'; `problem` says why a line is refused.
-- of a file that has both forms most lines are right; the first thousand tell
with formed as (
    select getvariable('rules') = 'strict' and 2 * count(*) filter (where len(field) = 5) > count(*) as has_strata
    from temp.fields
    where position <= 1000
),

headed as (
    select
        line,
        position,
        has_return,
        text,
        field,
        getvariable('rules') = 'strict' and first_value(field) over (order by position) = ['query-id', 'corpus-id', 'score']
            as is_beir,
        position = min(position) over () as is_first,
        formed.has_strata,
        case
            when formed.has_strata and len(field) = 5 and as_whole_number(field[5]) is not null then field[4]
        end as stratum,
    from temp.fields
    cross join formed
),

columned as (
    select
        line,
        position,
        has_return,
        text,
        is_beir,
        case
            when is_beir and len(field) = 3 then [field[1], '0', field[2], field[3]]
            when stratum is not null then field[1:3] || field[5:5]
            else field
        end as field,
        has_strata,
        stratum,
    from headed
    where not (is_beir and is_first)
),

graded as (
    select
        line,
        position,
        has_return,
        text,
        is_beir,
        field,
        has_strata,
        stratum,
        case
            when getvariable('rules') <> 'strict'
                then coalesce(nullif(regexp_extract(field[4], '^[+-]?[0-9]+'), ''), '0')
            when as_number(field[4]) is not null then field[4]
        end as grade,
    from columned
),

valued as (
    select
        line,
        position,
        has_return,
        text,
        is_beir,
        field,
        has_strata,
        stratum,
        grade,
        try_cast(grade as double) as label,
        try_cast(floor(label) as smallint) as relevance,
        case when getvariable('rules') = 'strict' and label <> relevance then label end as gain,
    from graded
)

select
    getvariable('file_id')::integer as file_id,
    line,
    position,
    field[1] as query_id,
    field[2] as iteration,
    field[3] as doc_id,
    relevance,
    gain,
    stratum,
    case
        when getvariable('rules') <> 'strict'
            then
            case
                when len(field) <> 4 or relevance is null
                    then 'not a line of qrels as trec_eval reads it'
            end
        when has_return then 'a carriage return inside the line'
        when starts_with(text, '{') and (len(field) <> 4 or relevance is null)
            then 'a line of JSON; write query, 0, document and grade with blanks'
        when len(field) = 1 and contains(text, ',')
            then 'values between commas; write query, 0, document and grade with blanks'
        when is_beir and len(string_split_regex(text, '[ \t]+')) <> 3
            then len(field) || ' columns instead of the 3 of BEIR''s header (query-id, corpus-id, score)'
        when len(field) = 5
            then '5 columns, as in prels, instead of the 4 of qrels or, with a stratum, query, 0, document, stratum, whole grade'
        when has_strata and stratum is null
            then len(field) || ' columns instead of the 5 of qrels with strata (query, 0, document, stratum, grade)'
        when len(field) <> 4
            then len(field) || ' columns instead of the 4 of qrels (query, iteration, document, relevance)'
        when grade is null and regexp_full_match(field[1], '(?i)(topic|query|q)([_-]?(id|no|num|number))?')
            then 'a header; delete this line'
        when relevance is null then 'relevance ''' || field[4] || ''' is not a small number'
    end as problem,
from valued
