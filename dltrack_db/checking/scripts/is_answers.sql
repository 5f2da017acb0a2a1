-- Whether the first record of view temp.lines is an answer: sentences or turns of a conversation, not documents with scores.
select
    case
        when json_valid(text) and json_type(text) = 'OBJECT'
            then
            json_type(text, '$.responses') = 'ARRAY'
            or json_type(text, '$.answer') = 'ARRAY'
            or json_type(text, '$.turns') = 'ARRAY'
            or json_type(text, '$.results') = 'ARRAY'
            or (json_type(text, '$.metadata') = 'OBJECT' and json_exists(text, '$.metadata.run_id'))
        else false
    end as is_answer,
from temp.lines
order by line
limit 1
