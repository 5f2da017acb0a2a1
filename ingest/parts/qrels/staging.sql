-- The judge of each label file (see main.qrels_variants), and the grade counts of the file in its recipe.
create view staging.judges as
select
    file_id,
    coalesce((entry ->> 'short_ids')::boolean, false) as has_short_ids,
    judge ->> 'kind' as kind,
    judge ->> 'model' as model,
    judge ->> 'prompt' as prompt,
    judge ->> 'date' as date,
    judge ->> 'author' as author,
    coalesce(judge ->> 'source', origin) as source,
    judge ->> 'licence' as licence,
    judge ->> 'scale' as scale,
    judge ->> 'cuts' as cuts,
    coalesce(judge ->> 'min_relevance', entry ->> 'min_relevance')::double as min_relevance,
from staging.files
where part = 'qrels';

create view staging.expected_grades as
select
    file_id,
    struct_extract(grade, 'key')::smallint as relevance,
    struct_extract(grade, 'value') as expected_rows,
from (
    select
        file_id,
        unnest(map_entries(json_transform(entry -> 'grades', '"map(varchar, bigint)"'))) as grade,
    from staging.files
    where part = 'qrels'
) as graded;
