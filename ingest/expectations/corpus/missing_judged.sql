select
    null::integer as file_id,
    null::bigint as line,
    missing_judged.doc_id || ' is judged, but not in the corpus' as detail,
from staging.missing_judged as missing_judged
cross join staging.corpus as corpus
where not corpus.is_subset and not exists (select 1 from staging.members where state = 'rejected')
order by missing_judged.doc_id
