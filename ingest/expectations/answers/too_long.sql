with lengths as (
    select
        answers.file_id,
        answers.line,
        files.collection,
        answers.query_id,
        list_sum(list_transform(answers.sentences, lambda sentence: len(sentence['text']))) as num_characters,
    from staging.answer_lines as answers
    inner join staging.files as files on files.file_id = answers.file_id
)

select
    lengths.file_id,
    lengths.line,
    'the answer to topic ' || lengths.query_id || ' has ' || lengths.num_characters::bigint || ' characters, at most '
    || limits.most || ' are allowed' as detail,
from lengths
inner join staging.collections as collections on collections.collection = lengths.collection
inner join staging.known_limits as limits
    on limits.query_set = collections.query_set and limits.query_id = lengths.query_id
where lengths.num_characters > limits.most
order by lengths.file_id, lengths.line
