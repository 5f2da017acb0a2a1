-- Who made each set of labels; other wordings of topics; what is noted of topics and runs; scores without rankings.
delete from main.qrels_variants
where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels');

insert into main.qrels_variants by name
select
    files.collection,
    files.name as variant,
    judges.kind,
    judges.model,
    judges.prompt,
    judges.date,
    judges.author,
    judges.source,
    judges.licence,
    judges.scale,
    judges.cuts,
    judges.min_relevance,
from memory.staging.files as files
inner join memory.staging.judges as judges on judges.file_id = files.file_id;

delete from main.query_variants
where query_set || '/' || variant in (select name from memory.staging.files where part = 'query-variants');

insert into main.query_variants by name
select
    query_sets.query_set,
    variants.query_id,
    substr(files.name, strlen(query_sets.query_set) + 2) as variant,
    variants.text,
    (
        select last(generators.generator order by generators.first_id)
        from memory.staging.generators as generators
        where
            generators.file_id = variants.file_id
            and generators.first_id <= coalesce(try_cast(variants.query_id as bigint), 0)
    ) as generator,
from memory.staging.query_variants as variants
inner join memory.staging.files as files on files.file_id = variants.file_id
inner join memory.staging.query_sets as query_sets on query_sets.file_id = variants.file_id;

delete from main.query_attributes
where source in (select name from memory.staging.files where part = 'query-attributes');

insert into main.query_attributes by name
select
    query_sets.query_set,
    notes.id as query_id,
    files.name as source,
    notes.key as attribute,
    notes.value,
from memory.staging.notes as notes
inner join memory.staging.files as files on files.file_id = notes.file_id and files.part = 'query-attributes'
inner join memory.staging.query_sets as query_sets on query_sets.file_id = notes.file_id;

delete from main.run_metadata
where (collection, source) in (select (collection, name) from memory.staging.files where part = 'run-metadata');

insert into main.run_metadata by name
select
    files.collection,
    notes.id as run_id,
    files.name as source,
    notes.key,
    notes.value,
from memory.staging.notes as notes
inner join memory.staging.files as files on files.file_id = notes.file_id and files.part = 'run-metadata';

delete from main.submitted_scores
where (collection, variant, source) in (
    select (files.collection, score_sets.variant, score_sets.source)
    from memory.staging.score_sets as score_sets
    inner join memory.staging.files as files on files.file_id = score_sets.file_id
    where score_sets.judge is null
);

insert into main.submitted_scores by name
select
    files.collection,
    score_sets.variant,
    scores.run_id,
    scores.query_id,
    scores.measure,
    case when not regexp_matches(scores.measure, '^R?ndcg') then score_sets.min_relevance end as min_relevance,
    scores.value,
    score_sets.source,
from memory.staging.scores as scores
inner join memory.staging.files as files on files.file_id = scores.file_id
inner join memory.staging.score_sets as score_sets on score_sets.file_id = scores.file_id
where score_sets.judge is null;

delete from main.judge_scores
where (collection, judge, source) in (
    select (files.collection, score_sets.judge, score_sets.source)
    from memory.staging.score_sets as score_sets
    inner join memory.staging.files as files on files.file_id = score_sets.file_id
    where score_sets.judge is not null
);

insert into main.judge_scores by name
select
    files.collection,
    score_sets.judge,
    score_sets.model,
    scores.run_id,
    scores.query_id,
    scores.measure,
    scores.value,
    score_sets.source,
from memory.staging.scores as scores
inner join memory.staging.files as files on files.file_id = scores.file_id
inner join memory.staging.score_sets as score_sets on score_sets.file_id = scores.file_id
where score_sets.judge is not null;
