-- Fill staging.nuggets from staging.lines, for bank `bank` and file `file_id`. `problem` is the reason that a line is rejected.
-- Of identical nuggets, only the first line is kept.
--
-- Valid files: JSON lines with one topic each (nuggets and assignments of nuggetizer, banks of AutoJudge v3 and RAGTIME,
-- rubrics of ResearchRubrics, items of autograder); a JSON object of topics with lists of nuggets; tab-separated lines of
-- topic_number, text and optionally vital or okay; DRAGUN's lines of topic, team, run, rank and question.
with
-- an object of topics becomes a record for each topic
lines as (
    select
        line,
        text,
    from staging.lines
    where not coalesce(is_bank(as_record(text)), false)
    union all
    select
        line,
        to_json({ 'query_id': topic.key, 'nuggets': topic.value })::varchar as text,
    from (
        select
            line,
            unnest(map_entries(from_json(text, '"MAP(VARCHAR, JSON)"'))) as topic,
        from staging.lines
        where is_bank(as_record(text))
    ) as topics
),

parsed as (
    select
        line,
        text,
        starts_with(ltrim(text), '{') as is_json,
        as_record(text) as topic,
        record_problem(text) as fault,
        string_split(text, chr(9)) as field,
    from lines
),

entries as (
    select
        line,
        is_json,
        case
            when is_json and fault is not null then fault
            when not is_json and (len(field) = 4 or len(field) > 5)
                then
                len(field) || ' columns instead of topic_number and text (and vital or okay), or topic, team, run, rank and '
                || 'question'
            when
                different_names([
                    topic ->> '$.qid', topic ->> '$.query_id', topic ->> '$.topic_id', topic ->> '$.metadata.topic_id'
                ]) is not null
                then 'the record names several topics: ' || different_names([
                    topic ->> '$.qid', topic ->> '$.query_id', topic ->> '$.topic_id', topic ->> '$.metadata.topic_id'
                ])
            when
                len(list_filter(
                    ['nuggets', 'rubrics', 'items', 'nugget_bank'], lambda key: json_exists(topic, '$.' || key)
                )) > 1
                then array_to_string(list_filter(
                    ['nuggets', 'rubrics', 'items', 'nugget_bank'], lambda key: json_exists(topic, '$.' || key)
                ), ' and ') || ' in one record; put them into separate files'
        end as fault,
        -- records with labels of runs or documents repeat the labelled nuggets
        if(json_exists(topic, '$.run_id') or json_exists(topic, '$.docid') or json_exists(topic, '$.doc_id'), 0, line) as listing,
        topic,
        field,
        coalesce(
            topic ->> '$.qid', topic ->> '$.query_id', topic ->> '$.topic_id', topic ->> '$.metadata.topic_id'
        ) as query_id,
        case
            when json_type(topic -> '$.nuggets') = 'ARRAY' then from_json(topic -> '$.nuggets', '["JSON"]')
            when json_type(topic -> '$.rubrics') = 'ARRAY' then from_json(topic -> '$.rubrics', '["JSON"]')
            when json_type(topic -> '$.items') = 'ARRAY' then from_json(topic -> '$.items', '["JSON"]')
            when json_type(topic -> '$.nugget_bank') = 'OBJECT'
                then map_values(from_json(topic -> '$.nugget_bank', '"MAP(VARCHAR, JSON)"'))
            when json_type(topic -> '$.nugget_bank') = 'ARRAY' then from_json(topic -> '$.nugget_bank', '["JSON"]')
        end as listed,
    from parsed
),

of_json as (
    select
        line,
        listing,
        query_id,
        unnest(listed) as entry,
        generate_subscripts(listed, 1) as position,
    from entries
    where fault is null and topic is not null and coalesce(query_id, '') <> ''
),

described as (
    select
        line,
        listing,
        query_id,
        coalesce(
            entry ->> '$.question_id', entry ->> '$.nugget_id', entry ->> '$.answer_id', entry ->> '$.id', position::varchar
        ) as nugget_id,
        position,
        case
            when json_exists(entry, '$.criterion') then 'criterion'
            when json_exists(entry, '$.question') or json_exists(entry, '$.question_text') then 'question'
            else 'nugget'
        end as kind,
        coalesce(
            entry ->> '$.text', entry ->> '$.criterion', entry ->> '$.question', entry ->> '$.question_text', entry ->> '$.nugget_text'
        ) as text,
        entry ->> '$.importance' as importance,
        entry ->> '$.weight' as weight,
        coalesce(
            entry ->> '$.axis', trim(entry ->> '$.mapped_sub_narrative', '"'), entry ->> '$.aggregator_type'
        ) as facet,
        null::varchar as question_id,
        case
            when json_type(entry -> '$.answers') = 'OBJECT' then json_keys(entry -> '$.answers')
            when json_type(entry -> '$.answers') = 'ARRAY'
                then list_transform(
                    from_json(entry -> '$.answers', '["JSON"]'),
                    lambda answer: coalesce(answer ->> '$.answer', answer ->> '$.text', '')
                )
        end as answers,
        coalesce(
            nullif(record_problem(entry::varchar), 'not a line of JSON'),
            'unknown key ' || misspelt_key(
                if(json_type(entry) = 'OBJECT', json_keys(entry), []), ['importance', 'weight', 'axis', 'answers']
            )
        ) as fault,
    from of_json
    union all
    select
        line,
        listing,
        regexp_extract(field[1], '^(.+)_([^_]+)$', 1) as query_id,
        regexp_extract(field[1], '^(.+)_([^_]+)$', 2) as nugget_id,
        row_number() over (partition by regexp_extract(field[1], '^(.+)_([^_]+)$', 1) order by line) as position,
        case when len(field) = 2 then 'question' else 'nugget' end as kind,
        field[2] as text,
        field[3] as importance,
        null as weight,
        null as facet,
        null as question_id,
        null as answers,
        null as fault,
    from entries
    where fault is null and not is_json and len(field) <> 5
    union all
    -- questions of DRAGUN: topic, team, run, rank and text
    select
        line,
        listing,
        field[1] as query_id,
        field[4] as nugget_id,
        as_whole_number(field[4]) as position,
        'question' as kind,
        field[5] as text,
        null as importance,
        null as weight,
        null as facet,
        null as question_id,
        null as answers,
        null as fault,
    from entries
    where not is_json and len(field) = 5
    union all
    -- a line without a list
    select
        line,
        listing,
        query_id,
        null as nugget_id,
        null as position,
        null as kind,
        null as text,
        null as importance,
        null as weight,
        null as facet,
        null as question_id,
        null as answers,
        fault,
    from entries
    where fault is not null or (is_json and (topic is null or coalesce(query_id, '') = '' or coalesce(len(listed), 0) = 0))
),

with_answers as (
    select line, listing, query_id, nugget_id, position, kind, text, importance, weight, facet, question_id, fault
    from described
    union all
    select
        line,
        listing,
        query_id,
        nugget_id || '/' || place as nugget_id,
        position,
        'answer' as kind,
        answers[place] as text,
        null as importance,
        null as weight,
        null as facet,
        nugget_id as question_id,
        null as fault,
    from (
        select *, unnest(range(1, len(answers) + 1)) as place
        from described
        where answers is not null
    ) as answered
)

select
    getvariable('file_id')::integer as file_id,
    min(line) as line,
    getvariable('bank') as bank,
    query_id,
    nugget_id,
    position::integer as position,
    kind,
    text,
    importance,
    as_number(weight) as weight,
    facet,
    question_id,
    case
        when fault is not null then fault
        when position is null and nugget_id is not null then 'rank ''' || nugget_id || ''' of a question is not a whole number'
        when position is null then 'not a line of JSON with a topic (qid or query_id) and nuggets, rubrics, items or a nugget_bank'
        when query_id = '' then 'the line is not topic_number, a tab and a text'
        when coalesce(trim(text), '') = '' then 'nugget ' || nugget_id || ' of topic ' || query_id || ' has no text'
        when importance not in ('vital', 'okay')
            then 'importance ''' || importance || ''' of nugget ' || nugget_id || ' is neither vital nor okay'
        when weight is not null and not coalesce(isfinite(as_number(weight)), false)
            then 'weight ''' || weight || ''' of nugget ' || nugget_id || ' is not a number'
        when kind <> 'criterion' and as_number(weight) < 0
            then 'weight ' || weight || ' of nugget ' || nugget_id || ' is negative; only criteria may have negative weights'
    end as problem,
from with_answers
group by listing, query_id, nugget_id, position, kind, text, importance, weight, facet, question_id, fault
