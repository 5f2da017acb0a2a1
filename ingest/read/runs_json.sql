-- One run in the format of MTEB's predictions: a JSON object of topics, each with an object of documents and their scores.
-- Since MTEB 2, topics are inside a subset and a split, next to `mteb_model_meta`. Variables: `path`, `file_id` and
-- `with_fit_ids`. Returns no rows for files in other formats. `line` and `position` are the number of the answer, because the
-- file may have no line ends. Ranks follow the scores; ties are in file order. `problem` is the reason why an answer or the
-- whole file is rejected.
with
whole as (
    select case when json_valid(text) then text::json end as content,
    from (select ltrim(content, chr(65279)) as text from read_text(getvariable('path'))) as texts
),

subsets as (
    select
        coalesce(whole.content ->> '$.mteb_model_meta.model_name', '') as tag,
        unnest(map_entries(from_json(whole.content, '"MAP(VARCHAR, JSON)"'))) as subset,
    from whole
    where json_type(whole.content) = 'OBJECT' and json_exists(whole.content, '$.mteb_model_meta')
),

splits as (
    select
        subsets.tag,
        subsets.subset.key as subset_name,
        unnest(map_entries(from_json(subsets.subset.value, '"MAP(VARCHAR, JSON)"'))) as split,
    from subsets
    where subsets.subset.key <> 'mteb_model_meta'
),

-- objects that contain topics: the whole object, or each split of each subset (MTEB 2)
held as (
    select
        '' as part,
        '' as tag,
        whole.content as topics,
    from whole
    where
        json_type(whole.content) = 'OBJECT'
        and not json_exists(whole.content, '$.mteb_model_meta')
        and json_type(map_values(from_json(whole.content, '"MAP(VARCHAR, JSON)"'))[1]) = 'OBJECT'
    union all
    select
        splits.subset_name || '/' || splits.split.key as part,
        splits.tag,
        splits.split.value as topics,
    from splits
),

topics as (
    select
        held.tag,
        unnest(map_entries(from_json(held.topics, '"MAP(VARCHAR, JSON)"'))) as topic,
        generate_subscripts(map_entries(from_json(held.topics, '"MAP(VARCHAR, JSON)"')), 1) as topic_position,
    from held
    where (select count(*) from held) = 1
),

entries as (
    select
        topics.tag,
        topics.topic.key as query_id,
        topics.topic_position,
        case
            when json_type(topics.topic.value) = 'OBJECT'
                then map_entries(from_json(topics.topic.value, '"MAP(VARCHAR, JSON)"'))
            else [null]
        end as answers,
    from topics
),

answers as (
    select
        entries.tag,
        entries.query_id,
        entries.topic_position,
        unnest(entries.answers) as answer,
        generate_subscripts(entries.answers, 1) as answer_position,
    from entries
),

numbered as (
    select
        row_number() over (order by answers.topic_position, answers.answer_position) as position,
        answers.tag,
        answers.query_id,
        answers.answer.key as doc_id,
        -- a text keeps its quotation marks here, so it is not read as a number
        try_cast(answers.answer.value::varchar as double) as score,
        answers.answer.value::varchar as written,
    from answers
)

select
    getvariable('file_id')::integer as file_id,
    position as line,
    position,
    query_id,
    doc_id,
    row_number() over (partition by query_id order by score desc, position asc)::integer as submitted_rank,
    score,
    tag,
    case
        when doc_id is null then 'topic ' || query_id || ' has no object of documents and scores'
        when score is null
            then 'score ' || coalesce(written, 'null') || ' of document ' || doc_id || ' for topic ' || query_id || ' is not a number'
        when query_id = '' or doc_id = '' or regexp_matches(query_id || doc_id, '\s')
            then 'an id is empty or contains a blank: topic ''' || query_id || ''', document ''' || doc_id || ''''
        when
            getvariable('with_fit_ids')
            and (
                strlen(query_id) > 2048
                or strlen(doc_id) > 2048
                or has_unfit_sign(query_id || doc_id)
            )
            then 'an id has a control character, an invisible character, a special blank or more than 2,048 bytes'
    end as problem,
from numbered
union all
select
    getvariable('file_id')::integer as file_id,
    1 as line,
    1 as position,
    null as query_id,
    null as doc_id,
    null as submitted_rank,
    null as score,
    null as tag,
    'predictions of several subsets or splits (' || string_agg(held.part, ', ' order by held.part) || '); keep only one split'
        as problem,
from held
having count(*) > 1
order by position
