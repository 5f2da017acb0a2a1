-- Topics with one field as their text: the field of variable `text_field`, or the first field that usually contains the text.
-- Fills staging.queries from the view temp.topic_fields for variable `file_id`.
with chosen as (
    select
        line,
        query_id,
        fields,
        odd_fields,
        problem,
        coalesce(getvariable('text_field')::varchar, default_field) as text_field,
    from temp.topic_fields
),

texts as (
    select
        *,
        list_filter(fields, lambda each: each.attribute = text_field)[1].value as text,
    from chosen
)

select
    getvariable('file_id')::integer as file_id,
    line,
    query_id,
    text,
    text_field,
    case
        when problem is not null then problem
        when list_contains(odd_fields, text_field)
            then 'the ' || text_field || ' of topic ' || query_id || ' is a list or an object, not a text; write it between quotation marks'
        when text is null
            then
            'topic ' || query_id || ' has no ' || coalesce(text_field, 'title, text or query')
            || case
                when len(fields) > 0
                    then
                    '; its fields are ' || array_to_string(list_transform(fields, lambda each: each.attribute), ', ')
                    || ': with --text, name the field that is the text'
                else ''
            end
    end as problem,
from texts
