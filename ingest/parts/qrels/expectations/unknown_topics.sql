select
    unknown.file_id,
    unknown.line,
    unknown.detail
    || staging.foreign_cure(
        files.skips_foreign,
        count(*) over (partition by unknown.file_id)
        = (select count(distinct lines.query_id) from staging.qrels as lines where lines.file_id = unknown.file_id),
        files.collection
    ) as detail,
from staging.unknown_topics('staging.qrels') as unknown
inner join staging.files as files on files.file_id = unknown.file_id
order by unknown.file_id, unknown.line, unknown.detail
