-- Topics as JSON with all fields. The id is in id, _id (BEIR, MTEB), query_id, qid, topic_id, number, request_id (AutoJudge)
-- or docid (DRAGUN); every other field is text. Each turn of a conversation is a topic, with the fields conversation, turn and
-- parent (the turn before). Reads the view staging.lines. `default_field` is the field with the text; `odd_fields` are
-- rejected fields: lists and objects.
with
parsed as (
    select
        line,
        as_record(text) as topic,
        record_problem(text) as fault,
    from staging.lines
),

named as (
    select
        line,
        topic,
        coalesce(
            fault,
            'the topic has several numbers: '
            || different_names([topic ->> '$.query_id', topic ->> '$.qid', topic ->> '$.topic_id'])
        ) as fault,
        coalesce(
            topic ->> '$.id', topic ->> '$._id', topic ->> '$.query_id', topic ->> '$.qid', topic ->> '$.topic_id',
            topic ->> '$.number', topic ->> '$.request_id', topic ->> '$.docid'
        ) as query_id,
        -- the turns of a conversation in iKAT 2023 and 2024, iKAT 2025, and CAsT
        list_filter(
            [topic -> '$.turns', topic -> '$.responses', topic -> '$.turn'],
            lambda turns: json_exists(turns, '$[0].turn_id') or json_exists(turns, '$[0].number')
        )[1] as turns,
    from parsed
),

turned as (
    select
        line,
        topic,
        fault,
        query_id as conversation,
        position,
        turns -> (position - 1) as turn,
        coalesce(turns -> (position - 1) ->> '$.turn_id', turns -> (position - 1) ->> '$.number') as number,
        case when position > 1 then turns -> (position - 2) end as turn_before,
    from (
        select
            line,
            topic,
            fault,
            query_id,
            turns,
            unnest(range(1, json_array_length(turns)::bigint + 1)) as position,
        from named
        where turns is not null
    ) as listed
),

records as (
    select
        line,
        query_id,
        fault,
        topic,
        null::json as more,
        []::struct(attribute varchar, value varchar)[] as told,
    from named
    where turns is null
    union all
    select
        line,
        conversation || '_' || number as query_id,
        fault,
        turn as topic,
        topic as more,
        list_filter(
            [
                { 'attribute': 'conversation', 'value': conversation },
                { 'attribute': 'turn', 'value': number },
                {
                    'attribute': 'parent',
                    'value': conversation || '_' || coalesce(
                        turn ->> '$.parent', turn_before ->> '$.turn_id', turn_before ->> '$.number'
                    )
                }
            ],
            lambda each: each.value is not null
        ) as told,
    from turned
),

-- all fields by name, including the fields that all turns of a conversation share
fields as (
    select
        line,
        query_id,
        fault,
        list_filter(
            json_keys(topic), lambda key: json_type(topic, '/' || replace(replace(key, '~', '~0'), '/', '~1')) in ('ARRAY', 'OBJECT')
        ) as odd_fields,
        list_concat(
            told,
            list_transform(
                list_filter(
                    json_keys(topic),
                    lambda key: not list_contains(
                        ['id', '_id', 'query_id', 'qid', 'topic_id', 'number', 'request_id', 'docid', 'turn_id', 'parent'], key
                    )
                ),
                lambda key: {
                    'attribute': key,
                    'value': topic ->> ('/' || replace(replace(key, '~', '~0'), '/', '~1'))
                }
            ),
            list_transform(
                list_filter(
                    json_keys(more),
                    lambda key: not list_contains(
                        ['id', '_id', 'query_id', 'qid', 'topic_id', 'number', 'turns', 'responses', 'turn'], key
                    ) and not list_contains(json_keys(topic), key)
                ),
                lambda key: {
                    'attribute': key,
                    'value': more ->> ('/' || replace(replace(key, '~', '~0'), '/', '~1'))
                }
            )
        ) as fields,
        more is not null as is_turn,
    from records
)

select
    line,
    query_id,
    list_filter(fields, lambda each: trim(coalesce(each.value, '')) <> '') as fields,
    coalesce(odd_fields, []) as odd_fields,
    list_filter(
        if(
            is_turn,
            ['utterance', 'user_utterance', 'raw_utterance', 'text', 'query'],
            ['title', 'text', 'query', 'question', 'utterance', 'narrative']
        ),
        lambda name: list_contains(list_transform(fields, lambda each: each.attribute), name)
    )[1] as default_field,
    case
        when fault is not null then fault
        when coalesce(query_id, '') = ''
            then 'the topic has none of id, _id, query_id, qid, topic_id, number, request_id and docid'
    end as problem,
from fields
