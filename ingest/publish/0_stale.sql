-- Collections with labels or conventions that change in this load. All runs of these collections are scored again. If the tie
-- rule or the excluded items change, the runs are also reordered.
create or replace temp table stale_collections as
select
    collections.collection,
    coalesce(
        known.tie_rule <> collections.tie_rule
        or coalesce(known.excludes_query_id, false) <> coalesce(collections.excludes_query_id, false)
        or collections.collection in (select files.collection from memory.staging.files as files where files.part = 'exclusions'),
        false
    ) as is_reordered,
from memory.staging.collections as collections
left join main.collections as known on known.collection = collections.collection
where
    known.collection is null
    or (known.qrels_variant, known.min_relevance, known.tie_rule)
    <> (collections.qrels_variant, collections.min_relevance, collections.tie_rule)
    or coalesce(known.excludes_query_id, false) <> coalesce(collections.excludes_query_id, false)
    or collections.collection in (
        select files.collection
        from memory.staging.files as files
        where files.part in ('qrels', 'exclusions')
    );
