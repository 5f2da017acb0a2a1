select
    unknown.file_id,
    unknown.line,
    unknown.detail
    || case when not files.skips_foreign then '; leave such lines out with --skip-foreign' else '' end as detail,
from staging.unknown_topics as unknown
inner join staging.files as files on files.file_id = unknown.file_id
where unknown.part = 'qrels'
order by unknown.file_id, unknown.line, unknown.detail
