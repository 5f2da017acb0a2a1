-- Preferences between two items, a pair on each line: fields between white space (topic, winner, loser; or topic, the two
-- items as shown and the winner; or @, topic, better, other and ! or =), or JSON with a winner for each dimension, of
-- one judge or of as many as `worker` lists. Fills staging.preference_lines from the view staging.lines for the
-- variables `file_id`, `judge`, who judged where the line does not say, and `takes_repeats`, whether a judge may be asked
-- again. `problem` says why a line is refused.
with
parsed as (
    select
        line,
        text,
        case when json_valid(text) and json_type(text) = 'OBJECT' then text::json end as record,
        regexp_split_to_array(trim(text, chr(9) || ' '), '[\t ]+') as fields,
    from staging.lines
),

told as (
    select
        * replace (case when fields[1] = '@' then fields[2:] else fields end as fields),
        fields[1] = '@' as is_marked,
    from parsed
),

named as (
    select
        line,
        text,
        record,
        len(fields) as num_fields,
        record is not null or (num_fields = 4 and not is_marked) as is_ordered,
        case
            when record is null then fields[1]
            else coalesce(record ->> '$.query_id', record ->> '$.topic_id', record ->> '$.topic')
        end as query_id,
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
                        json_type(entry['value']) = 'VARCHAR'
                        and entry['key'] not in (
                            'query_id', 'topic_id', 'topic', 'item_a', 'item_b', 'response_a', 'response_b', 'a', 'b',
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
    from told
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
        when record is null and starts_with(ltrim(text), '{') then 'not a line of JSON'
        when record is null and num_fields not in (3, 4)
            then num_fields || ' fields instead of 3 (topic, winner, loser) or 4 (topic, two items, winner)'
        when coalesce(query_id, '') = '' then 'a pair without query_id'
        when coalesce(item_a, '') = '' or coalesce(item_b, '') = '' then 'a pair without item_a and item_b'
        when item_a = item_b then 'item ' || item_a || ' is compared with itself'
        when uneven is not null
            then len(uneven.words) || ' votes on ' || uneven.dimension || ' by ' || len(judges) || ' workers'
        when len(votes) = 0 then 'a pair without a winner'
        when odd is not null
            then 'winner «' || coalesce(odd.word, 'null') || '» by ' || odd.dimension || ' is neither a, b, tie nor one of the two items'
    end as problem,
from judged
