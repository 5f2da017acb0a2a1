-- The JSON records of the file of variable `path`, one per row. A file may have one record per line, several records on a line,
-- a list of records, or one record over many lines. Blank lines and lines that begin with '#' are left out. `line` is the first
-- line of the record.
with
texts as (
    select ltrim(content, chr(65279)) as content
    from read_text(getvariable('path'))
),

split as (
    select string_split(content, chr(10)) as texts
    from texts
),

numbered as (
    select
        unnest(texts) as text,
        generate_subscripts(texts, 1) as line,
    from split
),

-- materialized, because otherwise millions of blank lines would be removed for every use
kept as materialized (
    select
        line,
        rtrim(text, chr(13)) as text,
    from numbered
    where trim(text, chr(9) || chr(13) || ' ') <> '' and not starts_with(text, '#')
),

first_line as (
    select text
    from kept
    order by line
    limit 1
),

-- a file with one value over many lines, or with a list on one line
whole as (
    select
        content,
        json_type(content) = 'ARRAY' as is_list,
    from texts
    cross join first_line
    where
        (not json_valid(first_line.text) or json_type(first_line.text) = 'ARRAY')
        and json_valid(content)
),

elements as (
    select
        unnest(case when is_list then from_json(content, '["JSON"]') else [content::json] end) as record,
        generate_subscripts(case when is_list then from_json(content, '["JSON"]') else [content::json] end, 1) as position,
    from whole
),

-- records over many lines all begin with the same indent
openings as (
    select list(line order by line) as lines
    from kept
    where
        starts_with(ltrim(text, ' ' || chr(9)), '{')
        and len(text) - len(ltrim(text, ' ' || chr(9))) = (
            select min(len(text) - len(ltrim(text, ' ' || chr(9))))
            from kept
            where starts_with(ltrim(text, ' ' || chr(9)), '{')
        )
)

select
    case
        when len(openings.lines) = (select count(*) from elements) then openings.lines[elements.position]
        else 1
    end as line,
    elements.record::varchar as text,
from elements
cross join openings
union all
select
    line,
    unnest(
        case
            when json_valid(text) then [text]
            else string_split(regexp_replace(text, '\}\s*\{\s*"', '}' || chr(10) || '{"', 'g'), chr(10))
        end
    ) as text,
from kept
where not exists (select 1 from whole)
