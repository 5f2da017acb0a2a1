-- Scores per topic line by line. Forms: measure, topic, value (trec_eval; the file name is the run); run, measure, topic,
-- value (tot; ingest/staging/score_columns.sql swaps the columns of run, topic, measure, value from ir_measures); topic, Q0,
-- run, rank, value, measure (ranking); any order of columns that the first line names; run, topic and one column for each
-- measure; and JSON lines. Fills staging.scores from the view staging.lines for variable `file_id`. Rows over all topics
-- ('all', with a column for each measure also 'average') have no value. If the columns have no names, most lines decide the
-- number of columns (of two equally frequent numbers, the larger); lines with another number are rejected.
with
headed as (
    select
        line,
        text,
        first_value(text) over (order by line) as first_text,
        line = min(line) over () as is_first,
    from staging.lines
),

split as (
    select
        line,
        text,
        is_first,
        starts_with(ltrim(first_text), '{') as is_json,
        list_transform(
            [first_text, text],
            lambda part: case
                when contains(first_text, ',') and not contains(first_text, chr(9)) and not contains(trim(first_text), ' ')
                    then string_split(part, ',')
                else string_split_regex(trim(part, chr(9) || ' '), '[ \t]+')
            end
        ) as parts,
    from headed
),

named as (
    select
        line,
        is_first,
        is_json,
        parts[1] as name,
        parts[2] as field,
        case when is_json then as_record(text) end as record,
        case when is_json then record_problem(text) end as fault,
        list_transform(
            parts[1],
            lambda name: case lower(trim(name, '"'))
                when 'run_id' then 'run'
                when 'run' then 'run'
                when 'runid' then 'run'
                when 'runtag' then 'run'
                when 'run_tag' then 'run'
                when 'system' then 'run'
                when 'topic_id' then 'topic'
                when 'query_id' then 'topic'
                when 'request_id' then 'topic'
                when 'topic' then 'topic'
                when 'query' then 'topic'
                when 'qid' then 'topic'
                when 'measure' then 'measure'
                when 'metric' then 'measure'
                when 'value' then 'value'
                when 'score' then 'value'
            end
        ) as header,
    from split
),

told as (
    select
        *,
        list_has_all(header, ['topic', 'measure', 'value']) and not is_json as has_fields,
        list_has_all(header, ['run', 'topic']) and not list_has_any(header, ['measure', 'value'])
        and list_contains(list_transform(header, lambda each: each is null), true) and not is_json as has_measures,
        has_fields or has_measures as has_header,
        list_filter(
            list_distinct(header), lambda name: len(list_filter(header, lambda other: other = name)) > 1
        )[1] as repeated,
    from named
),

-- the number of columns in most lines
formed as (
    select coalesce(arg_max(num_columns, (num_lines, num_columns)), 0) as form
    from (
        select
            len(field) as num_columns,
            count(*) as num_lines,
        from told
        where len(field) in (3, 4, 6)
        group by all
    ) as counted
),

spread as (
    -- one row for each column that is a measure; one row per line in the other forms
    select
        *,
        unnest(
            case
                when has_measures then list_filter(range(1, len(header) + 1), lambda place: header[place] is null)
                else [null]
            end
        ) as place,
    from told
),

read as (
    select
        line,
        is_json,
        record,
        fault,
        field,
        has_header,
        repeated,
        form,
        different_names([record ->> '$.topic_id', record ->> '$.query_id', record ->> '$.request_id']) as different_topics,
        len(header) as num_named,
        case
            when is_json then [
                record ->> '$.run_id',
                coalesce(record ->> '$.topic_id', record ->> '$.query_id', record ->> '$.request_id'),
                record ->> '$.measure',
                record ->> '$.value'
            ]
            when has_measures then [
                field[list_position(header, 'run')],
                regexp_replace(field[list_position(header, 'topic')], '^average$', 'all'),
                trim(name[place], '"'),
                field[place]
            ]
            when has_header then [
                field[list_position(header, 'run')],
                field[list_position(header, 'topic')],
                field[list_position(header, 'measure')],
                field[list_position(header, 'value')]
            ]
            when len(field) <> form then null
            when len(field) = 6 then [field[3], field[1], field[6], field[5]]
            when len(field) = 4 then [field[1], field[3], field[2], field[4]]
            when len(field) = 3 then [null, field[2], field[1], field[3]]
        end as found,
    from spread
    cross join formed
    where not (has_header and is_first and repeated is null)
),

valued as (
    select
        *,
        case lower(found[4]) when 'true' then 1 when 'false' then 0 else as_number(found[4]) end as value,
    from read
)

select
    getvariable('file_id')::integer as file_id,
    line,
    found[1] as run_id,
    found[2] as query_id,
    found[3] as measure,
    if(isfinite(value) and not list_contains(found[2:3], 'all'), value, null) as value,
    metrics.decimals(found[4]) as decimals,
    case
        when has_header and repeated is not null then 'two columns of the first line are the ' || repeated || '; rename one of the two'
        when list_contains(found[2:3], 'all') then null
        when fault is not null then fault
        when different_topics is not null then 'the score has several topics: ' || different_topics
        when is_json and len(list_filter(found, lambda each: each is null)) > 0
            then 'run_id, topic_id, measure or value is missing'
        when has_header and len(field) <> num_named
            then len(field) || ' columns, but the first line names ' || num_named
        when found is null and form > 0 then len(field) || ' columns, but most lines have ' || form
        when found is null
            then
            len(field) || ' columns; write measure, topic and value, or run, measure, topic and value, or topic, Q0, '
            || 'run, rank, value and measure'
        when value is null then 'value ''' || found[4] || ''' is not a number'
        when not isfinite(value) then 'value ''' || found[4] || ''' is not finite'
    end as problem,
from valued
