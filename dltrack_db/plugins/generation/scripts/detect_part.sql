-- Kind of the first record in temp.lines: nuggets, answers (sentences, or turns of a conversation), or null for any other
-- record, e.g. documents with scores.
select
    case
        when not json_valid(text) or json_type(text) <> 'OBJECT' then null
        when
            json_exists(text, '$.nugget_bank')
            or json_type(text, '$.nuggets') = 'ARRAY'
            or json_type(text, '$.rubrics') = 'ARRAY'
            or json_type(text, '$.items') = 'ARRAY'
            then 'nuggets'
        when
            json_type(text, '$.responses') = 'ARRAY'
            or json_type(text, '$.answer') = 'ARRAY'
            or json_type(text, '$.turns') = 'ARRAY'
            or json_type(text, '$.results') = 'ARRAY'
            or (json_type(text, '$.metadata') = 'OBJECT' and json_exists(text, '$.metadata.run_id'))
            then 'answers'
    end as part,
from temp.lines
order by line
limit 1
