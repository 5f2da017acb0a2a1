-- Rows are read only for answers with an invalid id according to staging.answers.
with suspects as materialized (
    select
        rankings.file_id,
        rankings.rowid as place,
        rankings.line,
        rankings.doc_id,
    from staging.rankings as rankings
    semi join staging.answers as answers
        on answers.file_id = rankings.file_id
        and answers.query_id is not distinct from rankings.query_id
        and answers.num_unfit > 0
),

topics as materialized (
    select file_id, query_id, first_row
    from staging.answers
    where staging.is_unfit(query_id)
),

ids as (
    select
        topics.file_id,
        topics.first_row as place,
        rankings.line,
        'topic id' as kind,
        topics.query_id as id,
    from topics
    inner join staging.rankings as rankings on rankings.rowid = topics.first_row
    union all
    select
        suspects.file_id,
        suspects.place,
        suspects.line,
        'document id' as kind,
        suspects.doc_id as id,
    from suspects
    inner join staging.files as files on files.file_id = suspects.file_id
    inner join staging.collections as collections on collections.collection = files.collection
    where
        strlen(suspects.doc_id) > 2048
        or (collections.doc_id_pattern = '' and staging.has_unfit_sign(suspects.doc_id))
)

select
    ids.file_id,
    coalesce(ids.line, ids.place - files.first_row + 1) as line,
    staging.told(ids.kind, ids.id) as detail,
from ids
inner join staging.files as files on files.file_id = ids.file_id
order by ids.file_id, line
