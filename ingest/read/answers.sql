-- Generated answers as JSON lines, one topic of one run each: reports (`metadata` with run_id and topic_id, `responses` with
-- citations as ids, or as an object of ids and weights) and answers of RAG 2024 (run_id and topic_id beside `answer`, with
-- citations as positions from 0 in `references`). Fills staging.answer_lines from the view staging.lines for variable
-- `file_id`. `problem` says why a line is refused.
with
parsed as (
    select
        line,
        case when json_valid(text) and json_type(text) = 'OBJECT' then text::json end as answer,
    from staging.lines
),

named as (
    select
        line,
        answer,
        coalesce(answer ->> '$.metadata.run_id', answer ->> '$.run_id', answer ->> '$.model') as run_id,
        coalesce(
            answer ->> '$.metadata.topic_id',
            answer ->> '$.metadata.narrative_id',
            answer ->> '$.topic_id',
            answer ->> '$.article'
        ) as query_id,
        answer ->> '$.response_length' as response_length,
        coalesce(answer -> '$.responses', answer -> '$.answer') as sentences,
        case
            when json_type(answer -> '$.references') = 'ARRAY' then from_json(answer -> '$.references', '["VARCHAR"]')
        end as doc_ids,
    from parsed
),

listed as (
    select
        * replace (
            case when json_type(sentences) = 'ARRAY' then from_json(sentences, '["JSON"]') end as sentences
        ),
    from named
),

-- what each sentence cites: an element of a list, or an entry of an object
cited as (
    select
        * replace (
            list_transform(
                sentences,
                lambda sentence: {
                    'text': sentence ->> '$.text',
                    'entries': case json_type(sentence -> '$.citations')
                        when 'ARRAY'
                            then list_transform(
                                from_json(sentence -> '$.citations', '["JSON"]'),
                                lambda citation: { 'named': citation, 'weight': null::varchar }
                            )
                        when 'OBJECT'
                            then list_transform(
                                map_entries(from_json(sentence -> '$.citations', '"MAP(VARCHAR, JSON)"')),
                                lambda entry: { 'named': to_json(entry['key']), 'weight': entry['value'] ->> '$' }
                            )
                        when 'NULL' then []
                        else case when json_exists(sentence, '$.citations') then null else [] end
                    end
                }
            ) as sentences
        ),
    from listed
),

resolved as (
    select
        * replace (
            list_transform(
                sentences,
                lambda sentence: {
                    'text': sentence.text,
                    'citations': list_transform(
                        sentence.entries,
                        lambda citation: {
                            'doc_id': case
                                when json_type(citation.named) = 'VARCHAR' then citation.named ->> '$'
                                when json_type(citation.named) = 'UBIGINT'
                                    then doc_ids[try_cast(citation.named ->> '$' as integer) + 1]
                            end,
                            'weight': try_cast(citation.weight as double),
                            'written': citation.named::varchar,
                            'is_odd': citation.weight is not null
                            and coalesce(
                                not (isfinite(try_cast(citation.weight as double)) and try_cast(citation.weight as double) >= 0),
                                true
                            )
                        }
                    )
                }
            ) as sentences
        ),
    from cited
),

judged as (
    select
        *,
        list_position(list_transform(sentences, lambda sentence: sentence.text is null), true) as textless,
        list_position(list_transform(sentences, lambda sentence: sentence.citations is null), true) as citeless,
        list_filter(
            flatten(list_transform(sentences, lambda sentence: coalesce(sentence.citations, []))),
            lambda citation: coalesce(citation.doc_id, '') = ''
        )[1] as lost,
        list_filter(
            flatten(list_transform(sentences, lambda sentence: coalesce(sentence.citations, []))),
            lambda citation: citation.is_odd
        )[1] as odd,
    from resolved
)

select
    getvariable('file_id')::integer as file_id,
    line,
    run_id,
    query_id,
    try_cast(response_length as bigint) as response_length,
    list_transform(
        sentences,
        lambda sentence: {
            'text': sentence.text,
            'citations': list_transform(
                sentence.citations, lambda citation: { 'doc_id': citation.doc_id, 'weight': citation.weight }
            )
        }
    ) as sentences,
    doc_ids,
    case
        when answer is null then 'not a line of JSON'
        when coalesce(run_id, '') = '' then 'an answer without run_id'
        when coalesce(query_id, '') = '' then 'an answer without topic_id'
        when sentences is null then 'topic ' || query_id || ' has no list of sentences (responses or answer)'
        when response_length is not null and coalesce(try_cast(response_length as bigint), -1) < 0
            then 'response_length «' || response_length || '» is not a number of words'
        when textless is not null then 'sentence ' || textless || ' of topic ' || query_id || ' has no text'
        when citeless is not null
            then 'the citations of sentence ' || citeless || ' of topic ' || query_id || ' are neither a list nor an object'
        when lost is not null
            then
            'citation ' || coalesce(lost.written, 'null') || ' of topic ' || query_id || ' names no document'
            || case when doc_ids is not null then ' of the ' || len(doc_ids) || ' references' else '' end
        when odd is not null
            then 'the weight of citation ' || odd.written || ' of topic ' || query_id || ' is not a number from 0'
    end as problem,
from judged
