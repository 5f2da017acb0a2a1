-- Removes labels of topics or documents of other collections.
create or replace temp table foreign_labels as
select
    qrels.rowid as place,
    qrels.file_id,
    qrels.query_id,
    qrels.relevance,
from staging.qrels as qrels
inner join staging.files as files on files.file_id = qrels.file_id and files.skips_foreign
inner join staging.collections as collections on collections.collection = files.collection
where
    qrels.problem is null
    and (
        not staging.is_known_form(files.collection, qrels.doc_id)
        or (
            collections.query_set in (select known.query_set from staging.known_queries as known)
            and (collections.query_set, qrels.query_id) not in (
                select (known.query_set, known.query_id) from staging.known_queries as known
            )
        )
    );

insert into staging.left_out_labels by name
select
    file_id,
    relevance,
    true as is_foreign,
from temp.foreign_labels;

delete from staging.qrels
where rowid in (select place from temp.foreign_labels);

insert into temp.foreign_lines by name
select file_id, query_id
from temp.foreign_labels;
