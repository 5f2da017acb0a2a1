-- Keeps the first of rows that repeat a document for a topic of a run; says how many went.
delete from staging.rankings
where rowid in (
    select rowid
    from staging.rankings
    qualify row_number() over (partition by file_id, query_id, doc_id order by rowid) > 1
)
