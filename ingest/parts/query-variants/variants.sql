-- Other wordings of topics, with the name of the set of wordings and the author of each wording.
select
    variants.file_id,
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
