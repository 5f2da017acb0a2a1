-- An id is its stem and a number, so the few stems tell of all ids.
with
stems as (
    select
        stem,
        count(*) as num_items,
    from staging.items
    group by stem
)

select
    null::integer as file_id,
    null::bigint as line,
    stems.num_items || ' ids begin with ''' || stems.stem || '''' as detail,
from stems
cross join staging.corpus as corpus
where not regexp_full_match(stems.stem || '0', corpus.id_pattern)
order by stems.stem
