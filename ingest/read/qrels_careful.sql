-- TREC qrels line by line: query_id, iteration, doc_id, relevance, from the view temp.fields (fields.sql). Variables:
-- `file_id`, `rules`, and for the rules 'strict' also `labels_form` (qrels_form.sql). 'strict' accepts four columns with a
-- small number as grade. If all lines have three columns, they are query, document, grade; if all have five, the fourth is the
-- stratum, as in NIST's sample_eval. 'trec_eval9' and 'trec_eval10' read like these versions: blank lines are rejected, and
-- the grade is the whole number at the start of the field, or 0. `relevance` is the label rounded down to a whole number.
-- `gain` is the label itself if it is a fraction, under the rules 'strict' only. `problem` is the reason why a line is
-- rejected, or null.
with columned as (
    select
        line,
        position,
        has_return,
        text,
        len(fields.field) as num_fields,
        case
            when getvariable('labels_form')::varchar = 'strata' and num_fields = 5 and as_whole_number(fields.field[5]) is not null then fields.field[4]
        end as stratum,
        case
            when stratum is not null then fields.field[1:3] || fields.field[5:5]
            when getvariable('labels_form')::varchar = 'columns' and num_fields = 3 then [fields.field[1], '0', fields.field[2], fields.field[3]]
            else fields.field
        end as field,
    from temp.fields as fields
),

graded as (
    select
        line,
        position,
        has_return,
        text,
        num_fields,
        field,
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
        num_fields,
        field,
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
                    then 'trec_eval cannot read the line as qrels'
            end
        when has_return then 'a carriage return inside the line'
        when starts_with(text, '{') and (len(field) <> 4 or relevance is null)
            then 'the line is JSON; write query, 0, document and grade, separated by blanks, or write only JSON lines'
        when len(field) = 1 and contains(text, ',')
            then 'the values are separated by commas; name the columns in the first line, like query_id,doc_id,label'
        when getvariable('labels_form')::varchar = 'columns' and num_fields <> 3
            then num_fields || ' columns instead of the 3 of most lines (query, document, grade)'
        when len(field) = 5
            then '5 columns, as in prels; write 4 (query, 0, document, grade) or, with strata, query, 0, document, stratum and grade'
        when getvariable('labels_form')::varchar = 'strata' and stratum is null
            then len(field) || ' columns instead of the 5 of qrels with strata (query, 0, document, stratum, grade)'
        when len(field) <> 4
            then len(field) || ' columns instead of the 4 of qrels (query, iteration, document, relevance)'
        when grade is null and regexp_full_match(field[1], '(?i)(topic|query|q)([_-]?(id|no|num|number))?')
            then 'a header; delete this line'
        when grade is null and as_number(field[3]) is not null
            then 'grade ''' || field[3] || ''' and document ''' || field[4] || ''' look swapped; write the document before the grade'
        when relevance is null then 'relevance ''' || field[4] || ''' is not a small number'
    end as problem,
from valued
