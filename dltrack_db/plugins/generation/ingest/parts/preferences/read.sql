-- Fill staging.preference_lines from staging.lines with preferences between two items, one pair per line. `problem` is the
-- reason that a line is rejected.
--
-- A line is JSON with a winner for each dimension, by one judge or by each `worker`, or it has fields separated by white
-- space: topic, winner, loser; or topic, the two items as shown, winner; or @, topic, better item, other item, ! or =. The
-- most frequent form is valid (in a tie, the form with more fields); lines of other forms are rejected. `judge` is the judge
-- of lines that do not name a judge. If `takes_repeats` is set, a judge may vote on a pair several times.
with
parsed as (
    select
        line,
        text,
        starts_with(ltrim(text), '{') as is_json,
        as_record(text) as record,
        regexp_split_to_array(trim(text, chr(9) || ' '), '[\t ]+') as fields,
    from staging.lines
),

marked as (
    select
        * replace (case when fields[1] = '@' and not is_json then fields[2:] else fields end as fields),
        fields[1] = '@' and not is_json as is_marked,
    from parsed
),

formed as (
    select
        *,
        case
            when is_json then 'JSON'
            when is_marked and len(fields) = 4 then '@, topic, better, other and ! or ='
            when len(fields) = 4 then '4 fields (topic, two items, winner)'
            when len(fields) = 3 and not is_marked then '3 fields (topic, winner, loser)'
        end as line_form,
    from marked
),

settled as (
    select arg_max(line_form, (num_lines, num_fields)) as form
    from (
        select
            line_form,
            max(len(fields)) as num_fields,
            count(*) as num_lines,
        from formed
        where line_form is not null
        group by line_form
    ) as counted
),

named as (
    select
        line,
        text,
        record,
        len(fields) as num_fields,
        is_json,
        line_form,
        form,
        record is not null or (num_fields = 4 and not is_marked) as is_ordered,
        case
            when record is null then fields[1]
            else coalesce(record ->> '$.query_id', record ->> '$.topic_id', record ->> '$.topic', record ->> '$.qid')
        end as query_id,
        different_names([
            record ->> '$.query_id', record ->> '$.topic_id', record ->> '$.topic', record ->> '$.qid'
        ]) as different_topics,
        case
            when record is null then fields[2]
            else coalesce(record ->> '$.item_a', record ->> '$.response_a', record ->> '$.a')
        end as item_a,
        case
            when record is null then fields[3]
            else coalesce(record ->> '$.item_b', record ->> '$.response_b', record ->> '$.b')
        end as item_b,
        case
            when json_type(record -> '$.worker') = 'ARRAY' then from_json(record -> '$.worker', '["VARCHAR"]')
            else [coalesce(
                record ->> '$.judge', record ->> '$.worker', getvariable('judge') || '/' || (record ->> '$.inference'),
                getvariable('judge')
            )]
        end as judges,
        case
            when record is null then [{
                'dimension': 'overall',
                'is_aggregate': false,
                'words': [case
                    when num_fields = 3 then 'a'
                    when is_marked and fields[4] = '!' then 'a'
                    else fields[4]
                end]
            }]
            else list_transform(
                list_filter(
                    map_entries(from_json(record, '"MAP(VARCHAR, JSON)"')),
                    lambda entry: (json_type(entry['value']) = 'ARRAY' and entry['key'] like '%\_vote' escape '\')
                    or (
                        -- a key whose value is a number is not a dimension; a number as a winner is rejected
                        json_type(entry['value']) not in ('ARRAY', 'NULL')
                        and not regexp_full_match(entry['key'], '.*_(spam_probability|p_[abn])|item_index|submitted_at')
                        and entry['key'] not in (
                            'query_id', 'topic_id', 'topic', 'qid', 'item_a', 'item_b', 'response_a', 'response_b', 'a', 'b',
                            'judge', 'worker', 'inference', 'submission_id'
                        )
                    )
                ),
                lambda entry: {
                    'dimension': regexp_replace(entry['key'], '_(vote|gold)$', ''),
                    'is_aggregate': entry['key'] like '%\_gold' escape '\',
                    'words': case
                        when json_type(entry['value']) = 'ARRAY' then from_json(entry['value'], '["VARCHAR"]')
                        else [entry['value'] ->> '$']
                    end
                }
            )
        end as compared,
    from formed
    cross join settled
),

voted as (
    select
        *,
        flatten(list_transform(
            compared,
            lambda one: list_transform(
                range(1, len(one.words) + 1),
                lambda place: {
                    'judge': case when one.is_aggregate then 'gold' else judges[place] end,
                    'dimension': one.dimension,
                    'winner': case
                        when lower(one.words[place]) in ('a', 'b') then lower(one.words[place])
                        when lower(one.words[place]) in ('tie', 'n', '=') then 'tie'
                        when one.words[place] = item_a then 'a'
                        when one.words[place] = item_b then 'b'
                    end,
                    'is_aggregate': one.is_aggregate,
                    'word': one.words[place]
                }
            )
        )) as votes,
        list_filter(compared, lambda one: not one.is_aggregate and len(one.words) <> len(judges))[1] as uneven,
    from named
),

judged as (
    select
        *,
        list_filter(votes, lambda vote: vote.winner is null)[1] as odd,
    from voted
)

select
    getvariable('file_id')::integer as file_id,
    line,
    query_id,
    item_a,
    item_b,
    is_ordered,
    getvariable('takes_repeats')::boolean as takes_repeats,
    list_transform(
        votes,
        lambda vote: {
            'judge': vote.judge, 'dimension': vote.dimension, 'winner': vote.winner, 'is_aggregate': vote.is_aggregate
        }
    ) as votes,
    case
        when is_json and record is null then record_problem(text)
        when line_form is null and form is null
            then num_fields || ' fields instead of 3 (topic, winner, loser) or 4 (topic, two items, winner)'
        when line_form is null or line_form <> form
            then coalesce(line_form, num_fields || ' fields') || ', but most lines have ' || form
        when different_topics is not null then 'the line names several topics: ' || different_topics
        when coalesce(query_id, '') = '' then 'the line has no query_id'
        when coalesce(item_a, '') = '' or coalesce(item_b, '') = '' then 'the line needs item_a and item_b'
        when not is_json and not is_ordered and list_has_any(['tie', '='], [lower(item_a), lower(item_b)])
            then 'a line of three fields (topic, winner, loser) cannot be a tie; write topic, both items and tie'
        when item_a = item_b then 'item ' || item_a || ' is compared with itself'
        when uneven is not null
            then len(uneven.words) || ' votes on ' || uneven.dimension || ' by ' || len(judges) || ' workers'
        when len(votes) = 0 then 'the line has no winner'
        when list_contains(list_transform(votes, lambda vote: vote.judge is null), true) then 'a vote has no worker'
        when odd is not null
            then 'winner ''' || coalesce(odd.word, 'null') || ''' by ' || odd.dimension || ' is neither a, b, tie nor one of the two items'
    end as problem,
from judged
