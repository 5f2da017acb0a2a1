select
    null::integer as file_id,
    null::bigint as line,
    dltrack.corpus.official_id(misplaced.stem, misplaced.key) || case
        when misplaced.document_bytes is null
            then ' belongs to ' || dltrack.corpus.official_id(misplaced.document_stem, misplaced.document_key)
            || ', which is not loaded'
        else ' has spans ' || misplaced.spans || ' in a body of ' || misplaced.document_bytes || ' bytes'
    end as detail,
from staging.misplaced_passages as misplaced
cross join staging.corpus as corpus
where corpus.is_subset
