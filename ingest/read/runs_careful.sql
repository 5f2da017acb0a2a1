-- One TREC run line by line: query_id, Q0, doc_id, rank, score, tag, from the view temp.fields (fields.sql). Variables:
-- `file_id`, `with_fit_ids` and `rules`. 'strict' accepts six columns, with a whole number as rank and a number as score.
-- 'trec_eval9' and 'trec_eval10' read like these versions: they accept more than six fields and any rank, and the score is the
-- number at the start of the field, or 0. All rules reject scores without an order (nan) and hexadecimal scores. `problem` is the
-- reason why a line is rejected, or null.
with scored as (
    select
        line,
        position,
        has_return,
        text,
        field,
        case
            when getvariable('rules') <> 'strict'
                then coalesce(
                    nullif(
                        regexp_extract(
                            field[5], '^[+-]?((?i:inf|nan|0x)|([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)'
                        ),
                        ''
                    ),
                    '0'
                )
            when as_number(field[5]) is not null then field[5]
        end as score,
        try_cast(as_whole_number(field[4]) as integer) is not null as has_rank,
    from temp.fields
)

select
    getvariable('file_id')::integer as file_id,
    line,
    position,
    field[1] as query_id,
    field[3] as doc_id,
    case when has_rank then try_cast(field[4] as integer) end as submitted_rank,
    try_cast(score as double) as score,
    field[6] as tag,
    case
        when getvariable('rules') <> 'strict'
            then
            case
                when len(field) < 6 or coalesce(isnan(try_cast(score as double)), true)
                    then 'trec_eval cannot read the line as part of a run'
            end
        when has_return then 'a carriage return inside the line'
        when starts_with(text, '{') and not coalesce(len(field) = 6 and has_rank and try_cast(score as double) is not null, false)
            then 'the line is JSON; write query, Q0, document, rank, score and tag, separated by blanks'
        when starts_with(text, '<')
            then 'XML or HTML without videoAdhocSearchResults; write query, Q0, document, rank, score and tag, separated by blanks'
        when len(field) = 1 and contains(text, ',')
            then 'the values are separated by commas; write query, Q0, document, rank, score and tag, separated by blanks'
        when len(field) = 3 and regexp_full_match(field[3], '[0-9]+')
            then '3 columns, as in MS MARCO (query, document, rank); write 6: query Q0 document rank -rank tag'
        when len(field) <> 6
            then len(field) || ' columns instead of the 6 of a run (query, Q0, document, rank, score, tag)'
        when not has_rank and score is null and regexp_full_match(field[1], '(?i)(topic|query|q)([_-]?(id|no|num|number))?')
            then 'a header; delete this line'
        when regexp_full_match(field[5], '[+-]?[0-9]+,[0-9]+')
            then 'score ''' || field[5] || ''' has a decimal comma; write ' || replace(field[5], ',', '.')
        when not has_rank and regexp_full_match(field[4], '[+-]?[0-9]*\.[0-9]+') and regexp_full_match(field[5], '[0-9]+')
            then 'rank ''' || field[4] || ''' and score ''' || field[5] || ''' look swapped; write the rank before the score'
        when not has_rank then 'rank ''' || field[4] || ''' is not a whole number'
        when try_cast(score as double) is null then 'score ''' || field[5] || ''' is not a number'
        when
            getvariable('with_fit_ids')
            and (
                strlen(field[1]) > 2048
                or strlen(field[3]) > 2048
                or has_unfit_sign(field[1] || field[3])
            )
            then 'an id has a control character, an invisible character, a special blank or more than 2,048 bytes'
    end as problem,
from scored
