select
    nuggets.file_id,
    min(nuggets.line) as line,
    'topic ' || nuggets.query_id || ' is not judged in labels ' || collections.qrels_variant as detail,
from staging.nuggets as nuggets
inner join staging.files as files on files.file_id = nuggets.file_id and files.name = nuggets.bank
inner join staging.collections as collections on collections.collection = files.collection
where
    nuggets.problem is null
    and files.collection in (select collection from staging.known_judged)
    and (files.collection, nuggets.query_id) not in (select (collection, query_id) from staging.known_judged)
group by nuggets.file_id, nuggets.query_id, collections.qrels_variant
order by nuggets.file_id, line, detail
