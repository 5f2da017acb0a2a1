-- Deletes rows that repeat a document for the same run and topic, except for the first; returns the number of deleted rows.
delete from staging.rankings
where rowid in (
    select rowid
    from staging.rankings
    qualify row_number() over (partition by file_id, query_id, doc_id order by rowid) > 1
)
