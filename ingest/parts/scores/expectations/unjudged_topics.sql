select
    scores.file_id,
    min(scores.line) as line,
    'topic ' || scores.query_id || ' is not judged in labels ' || score_sets.variant as detail,
from staging.scores as scores
inner join staging.files as files on files.file_id = scores.file_id
inner join staging.score_sets as score_sets on score_sets.file_id = scores.file_id
inner join staging.collections as collections
    on collections.collection = files.collection and collections.qrels_variant = score_sets.variant
where
    scores.problem is null
    and files.collection in (select collection from staging.known_judged)
    and (files.collection, scores.query_id) not in (select (collection, query_id) from staging.known_judged)
group by scores.file_id, scores.query_id, score_sets.variant
order by scores.file_id, line, detail
