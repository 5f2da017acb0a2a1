select
    null::integer as file_id,
    null::bigint as line,
    misplaced.stem || misplaced.key % 10000000000 || case
        when misplaced.document_bytes is null
            then ' belongs to ' || misplaced.document_stem || misplaced.document_key % 10000000000 || ', not loaded'
        else ' has spans ' || misplaced.spans || ' in a body of ' || misplaced.document_bytes || ' bytes'
    end as detail,
from staging.misplaced_passages as misplaced
cross join staging.corpus as corpus
where corpus.is_subset
