-- Fill staging.answer_lines with generated answers from the JSON lines in staging.lines. The table at `dialects`
-- (dialects.csv) describes the valid dialects; `file_id` is the file. `problem` is the reason that a line is rejected.
--
-- A record has the first dialect whose `marker` it contains. The columns of a dialect are paths; alternatives are separated
-- by bars and tried in turn. `records` is the path of the list of topics, if a file is a single record. Sentences may be a
-- single text (`text` is $). A citation is an id, an entry of an object of ids and weights, an index from 0 into `references`,
-- or an object with an id. If `used` is set, only citations marked as used are kept. If `is_ranked` is set, the first response
-- is the answer, and `num_others` is the number of other responses. A dialect with a `refusal` is recognized but rejected. The
-- other columns are the fields that the track requires, and its limits on words, citations per sentence and references.
with
dialects as (
    select
        row_number() over () as place,
        coalesce(rows.marker, '') as marker,
        coalesce(rows.records, '') as records,
        string_split(rows.run_id, '|') as run_id,
        string_split(rows.topic_id, '|') as topic_id,
        string_split(rows.sentences, '|') as sentences,
        rows.text,
        rows.citations,
        coalesce(rows.cited, '') as cited,
        coalesce(rows.weight, '') as weight,
        coalesce(rows.used, '') as used,
        rows.is_ranked = 'true' as is_ranked,
        string_split(rows.required, '|') as required,
        rows.most_words::integer as most_words,
        rows.most_citations::integer as most_citations,
        rows.most_references::integer as most_references,
        rows.refusal,
    from read_csv(getvariable('dialects'), header = true, all_varchar = true) as rows
),

parsed as (
    select
        line,
        row_number() over () as number,
        as_record(text) as record,
        record_problem(text) as fault,
    from staging.lines
),

spoken as (
    select
        parsed.line,
        parsed.number,
        parsed.record,
        any_value(parsed.fault) as fault,
        first(dialects order by dialects.place) as dialect,
    from parsed
    inner join dialects on dialects.marker = '' or json_exists(parsed.record, dialects.marker)
    group by parsed.line, parsed.number, parsed.record
),

topics as (
    select
        line,
        record,
        fault,
        dialect,
        unnest(
            case
                when dialect['records'] = '' then [record]
                when json_type(record -> dialect['records']) = 'ARRAY' and json_array_length(record -> dialect['records']) > 0
                    then from_json(record -> dialect['records'], '["JSON"]')
                else ['{}'::json]
            end
        ) as answer,
    from spoken
),

named as (
    select
        line,
        record,
        fault,
        dialect,
        different_names(list_transform(dialect['topic_id'], lambda path: answer ->> path)) as different_topics,
        misspelt_key(json_keys(answer), ['references', 'response_length']) as misspelt,
        if(record is null, null, answer) as answer,
        list_filter(
            list_transform(dialect['run_id'], lambda path: record ->> path), lambda name: name is not null
        )[1] as run_id,
        list_filter(
            list_transform(dialect['topic_id'], lambda path: answer ->> path), lambda name: name is not null
        )[1] as query_id,
        answer ->> '$.response_length' as response_length,
        list_filter(
            list_transform(dialect['sentences'], lambda path: answer -> path), lambda found: found is not null
        )[1] as sentences,
        case json_type(answer -> '$.references')
            when 'ARRAY' then from_json(answer -> '$.references', '["VARCHAR"]')
            when 'OBJECT' then json_keys(answer -> '$.references')
        end as doc_ids,
    from topics
),

parted as (
    select
        * replace (
            case
                when json_type(sentences) = 'ARRAY' then from_json(sentences, '["JSON"]')
                when json_type(sentences) = 'VARCHAR' and dialect['text'] = '$' then [sentences]
            end as sentences
        ),
    from named
),

ranked as (
    select
        *,
        list_transform(sentences, lambda response: as_whole_number(response ->> '$.rank')) as ranks,
    from parted
),

ordered as (
    select
        * replace (
            case
                when dialect['is_ranked'] and len(sentences) > 0
                    then [sentences[coalesce(list_position(ranks, list_min(ranks)), 1)]]
                else sentences
            end as sentences
        ),
        case when dialect['is_ranked'] then len(sentences) - 1 else 0 end as num_others,
    from ranked
),

-- citations of each sentence: elements of a list, or entries of an object
cited as (
    select
        * replace (
            list_transform(
                sentences,
                lambda sentence: {
                    'text': sentence ->> dialect['text'],
                    'entries': case coalesce(json_type(sentence -> dialect['citations']), 'NONE')
                        when 'ARRAY'
                            then list_transform(
                                list_filter(
                                    from_json(sentence -> dialect['citations'], '["JSON"]'),
                                    lambda citation: dialect['used'] = '' or coalesce(citation ->> dialect['used'], '') = 'true'
                                ),
                                lambda citation: {
                                    'named': if(dialect['cited'] = '', citation, citation -> dialect['cited']),
                                    'weight': if(dialect['weight'] = '', null, citation ->> dialect['weight'])
                                }
                            )
                        when 'OBJECT'
                            then list_transform(
                                json_keys(sentence -> dialect['citations']),
                                lambda name: {
                                    'named': to_json(name),
                                    'weight': sentence -> dialect['citations']
                                    ->> ('/' || replace(replace(name, '~', '~0'), '/', '~1'))
                                }
                            )
                        when 'NULL' then []
                        when 'NONE' then []
                    end,
                    'misspelt': case
                        when starts_with(dialect['citations'], '$.') and json_type(sentence) = 'OBJECT'
                            then misspelt_key(json_keys(sentence), [ltrim(dialect['citations'], '$.')])
                    end
                }
            ) as sentences
        ),
    from ordered
),

resolved as (
    select
        * replace (
            list_transform(
                sentences,
                lambda sentence: {
                    'text': sentence.text,
                    'misspelt': sentence.misspelt,
                    'citations': list_transform(
                        sentence.entries,
                        lambda citation: {
                            'doc_id': case
                                when json_type(citation.named) = 'VARCHAR' then citation.named ->> '$'
                                when json_type(citation.named) = 'UBIGINT'
                                    then doc_ids[try_cast(citation.named ->> '$' as integer) + 1]
                            end,
                            'weight': as_number(citation.weight),
                            'written': citation.named::varchar,
                            'is_odd': citation.weight is not null
                            and coalesce(
                                not isfinite(as_number(citation.weight))
                                -- retrieval scores may be negative, confidences may not
                                or (dialect['weight'] = '' and as_number(citation.weight) < 0),
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
        * replace (
            coalesce(
                misspelt,
                list_filter(
                    list_transform(sentences, lambda sentence: sentence.misspelt), lambda found: found is not null
                )[1]
            ) as misspelt
        ),
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
    as_whole_number(response_length) as response_length,
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
    dialect['most_words'] as most_words,
    dialect['most_citations'] as most_citations,
    dialect['most_references'] as most_references,
    list_transform(
        list_filter(dialect['required'], lambda path: not json_exists(record, path)), lambda path: ltrim(path, '$.')
    ) as missing,
    greatest(coalesce(num_others, 0), 0)::bigint as num_others,
    case
        when fault is not null then fault
        when dialect['refusal'] is not null then dialect['refusal']
        when coalesce(run_id, '') = '' then 'the record has no run_id'
        when coalesce(query_id, '') = '' then 'the record has no topic_id or turn_id'
        when different_topics is not null then 'the record names several topics: ' || different_topics
        when misspelt is not null then 'unknown key ' || misspelt
        when sentences is null then 'topic ' || query_id || ' has no list of sentences (responses or answer)'
        when response_length is not null and coalesce(as_whole_number(response_length), -1) < 0
            then 'response_length ''' || response_length || ''' is not a number of words'
        when textless is not null then 'sentence ' || textless || ' of topic ' || query_id || ' has no text'
        when citeless is not null
            then 'the citations of sentence ' || citeless || ' of topic ' || query_id || ' are neither a list nor an object'
        when lost is not null
            then
            'citation ' || coalesce(lost.written, 'null') || ' of topic ' || query_id || ' names no document'
            || case when doc_ids is not null then ' of the ' || len(doc_ids) || ' references' else '' end
        when odd is not null
            then 'the weight of citation ' || odd.written || ' of topic ' || query_id || ' is not a number' || if(dialect['weight'] = '', ' from 0', '')
    end as problem,
from judged
