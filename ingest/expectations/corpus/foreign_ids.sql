-- An id is a stem and a number, so checking the few stems is enough.
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
