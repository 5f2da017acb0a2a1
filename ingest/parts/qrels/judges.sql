-- The judges of each label set.
select
    judges.file_id,
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
from memory.staging.judges as judges
inner join memory.staging.files as files on files.file_id = judges.file_id;
