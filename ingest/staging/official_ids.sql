-- Replaces short ids of topics and documents in labels by the official ids, according to the lists in staging.ids.
update staging.qrels
set
    query_id = named.query_id,
    doc_id = named.doc_id,
    problem = coalesce(qrels.problem, named.problem)
from (
    select
        short.rowid as place,
        coalesce(queries.id, short.query_id) as query_id,
        coalesce(documents.id, short.doc_id) as doc_id,
        case
            when queries.id is null then 'topic ''' || short.query_id || ''' is not in the list of short ids'
            when documents.id is null then 'document ''' || short.doc_id || ''' is not in the list of short ids'
        end as problem,
    from staging.qrels as short
    inner join staging.judges as judges on judges.file_id = short.file_id and judges.has_short_ids
    left join staging.ids as queries on queries.kind = 'query' and queries.short_id = short.query_id
    left join staging.ids as documents on documents.kind = 'document' and documents.short_id = short.doc_id
) as named
where qrels.rowid = named.place
