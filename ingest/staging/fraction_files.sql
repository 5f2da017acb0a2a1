-- One row for each file with fractions as labels: whether the labels are official, and whether they are by subtopic.
select
    files.source,
    bool_or(files.name = collections.qrels_variant) as is_official,
    bool_or(qrels.subtopic <> '') as has_subtopics,
from staging.qrels as qrels
inner join staging.files as files on qrels.file_id = files.file_id
inner join staging.collections as collections on files.collection = collections.collection
where qrels.gain is not null
group by files.file_id, files.source
order by files.file_id;
