select
    null::integer as file_id,
    null::bigint as line,
    'the mapping has passage ' || mapping.passage_id || ' of ' || mapping.document_id || ', but the corpus does not' as detail,
from staging.mapping as mapping
cross join staging.corpus as corpus
where
    corpus.profile <> 'judged'
    and not corpus.is_subset
    and not exists (
        select 1
        from staging.passages as passages
        where dltrack.corpus.official_id(passages.stem, passages.key) = mapping.passage_id
    )
order by mapping.passage_id
