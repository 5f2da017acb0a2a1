-- For subsets, and for corpora with ids in any order.
select
    null::integer as file_id,
    null::bigint as line,
    dltrack.corpus.official_id(items.stem, items.key) || ' occurs ' || count(*) || ' times' as detail,
from staging.items as items
cross join staging.corpus as corpus
where not corpus.ids_rise or corpus.is_subset
group by items.stem, items.key
having count(*) > 1
order by items.stem, items.key
