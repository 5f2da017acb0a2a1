-- The lines of a run or of qrels, split into fields. Variables: `path`, `rules` (see runs_careful.sql) and
-- `counts_blank_lines`. The rules 'strict' split at tabs and blanks and remove a byte order mark; the others split at any
-- white space. All rules except 'trec_eval9' leave out lines that begin with '#'. `line` is the number among all lines;
-- `position` is the number among the lines that are not left out, as in trec_eval.
with texts as (
    select
        string_split(
            case
                when getvariable('rules') = 'strict' then ltrim(content, chr(65279))
                else regexp_replace(content, '\n$', '')
            end,
            chr(10)
        ) as texts,
        case
            when getvariable('rules') = 'strict' then chr(9) || chr(13) || ' '
            else chr(9) || chr(11) || chr(12) || chr(13) || ' '
        end as white_space,
    from read_text(getvariable('path'))
),

numbered as (
    select
        unnest(texts) as text,
        generate_subscripts(texts, 1) as line,
        white_space,
    from texts
),

kept as (
    select
        line,
        row_number() over (order by line) as position,
        trim(text, white_space) as text,
        contains(rtrim(text, chr(13)), chr(13)) as has_return,
    from numbered
    where
        (getvariable('counts_blank_lines') or trim(text, white_space) <> '')
        and (getvariable('rules') = 'trec_eval9' or not starts_with(text, '#'))
)

select
    line,
    position,
    has_return,
    text,
    case
        when getvariable('rules') = 'strict' then string_split_regex(text, '[ \t]+')
        else string_split_regex(text, '[\s\v]+')
    end as field,
from kept
