with lengths as (
    select
        answers.file_id,
        answers.line,
        files.collection,
        answers.query_id,
        answers.most_words,
        list_transform(answers.sentences, lambda sentence: sentence['text']) as texts,
    from staging.answer_lines as answers
    inner join staging.files as files on files.file_id = answers.file_id
    where answers.problem is null
),

counted as (
    select
        lengths.file_id,
        lengths.line,
        lengths.query_id,
        'characters' as unit,
        answers.num_characters(array_to_string(lengths.texts, ' ')) as num_units,
        limits.most,
    from lengths
    inner join staging.collections as collections on collections.collection = lengths.collection
    inner join staging.known_limits as limits
        on limits.query_set = collections.query_set and limits.query_id = lengths.query_id
    union all
    select
        file_id,
        line,
        query_id,
        'words' as unit,
        answers.num_words(array_to_string(texts, ' ')) as num_units,
        most_words as most,
    from lengths
    where most_words is not null
)

select
    file_id,
    line,
    'the answer to topic ' || query_id || ' has ' || num_units || ' ' || unit || ', at most ' || most || ' are allowed' as detail,
from counted
where num_units > most
order by file_id, line, detail
