with
stems as (
    select
        document_stem,
        count(*) as num_items,
    from staging.passages
    where document_stem is not null
    group by document_stem
)

select
    null::integer as file_id,
    null::bigint as line,
    stems.num_items || ' document ids begin with ''' || stems.document_stem || '''' as detail,
from stems
cross join staging.corpus as corpus
where not regexp_full_match(stems.document_stem || '0', corpus.document_pattern)
order by stems.document_stem
