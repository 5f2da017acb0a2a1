select distinct file_id, line, staging.told(kind, id) as detail
from (
    select
        file_id, line, unnest(['topic id', 'nugget id']) as kind, unnest([query_id, nugget_id]) as id,
    from staging.nuggets
    union all
    select
        file_id,
        line,
        unnest(['topic id', 'nugget id', subject_kind || ' id', 'judge']) as kind,
        unnest([query_id, nugget_id, subject, judge]) as id,
    from staging.nugget_labels
    union all
    select
        file_id,
        line,
        unnest(['topic id', 'run id', 'document id', 'judge']) as kind,
        unnest([query_id, run_id, doc_id, judge]) as id,
    from staging.citation_labels
) as named
where staging.is_unfit(id)
order by file_id, line, detail
