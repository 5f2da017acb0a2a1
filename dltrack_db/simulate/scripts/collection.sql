-- What a study has to know of the collection of variable `collection`: its conventions, and a checksum of the labels
-- and runs that it will be played with.
select
    collections.corpus,
    collections.query_set,
    collections.qrels_variant,
    collections.min_relevance,
    collections.task,
    collections.tie_rule,
    count(*) as num_runs,
    coalesce(bool_or(compared_runs.is_submission), false) as is_submitted,
    (
        select md5(coalesce(string_agg(loads.part || loads.name || loads.md5, ' ' order by loads.part, loads.name), ''))
        from main.loads as loads
        where
            loads.part <> 'simulation'
            and (loads.collection = collections.collection or loads.name in (collections.query_set, collections.corpus))
    ) as loaded,
from main.collections as collections
inner join judging.compared_runs as compared_runs on collections.collection = compared_runs.collection
where collections.collection = getvariable('collection')
group by all;
