-- Leaves out labels of topics or documents that are another collection's, and nuggets of such topics, of the files that ask
-- for it, and tells how many.
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

-- nuggets and their labels by the topic alone: their answers and documents may be unknown
create or replace temp table foreign_nuggets as
select
    lines.file_id,
    lines.line,
    lines.query_id,
from staging.nugget_lines as lines
inner join staging.files as files on files.file_id = lines.file_id and files.skips_foreign
inner join staging.collections as collections on collections.collection = files.collection
where
    lines.problem is null
    and collections.query_set in (select known.query_set from staging.known_queries as known)
    and (collections.query_set, lines.query_id) not in (
        select (known.query_set, known.query_id) from staging.known_queries as known
    );

insert into staging.left_out_labels by name
select
    file_id,
    0 as relevance,
    true as is_foreign,
from temp.foreign_nuggets;

delete from staging.nuggets
where (file_id, line) in (select (file_id, line) from temp.foreign_nuggets);

delete from staging.nugget_labels
where (file_id, line) in (select (file_id, line) from temp.foreign_nuggets);

delete from staging.citation_labels
where (file_id, line) in (select (file_id, line) from temp.foreign_nuggets);

with left_out as (
    select file_id, query_id
    from temp.foreign_labels
    union all
    select file_id, query_id
    from temp.foreign_nuggets
)

select
    files.source,
    count(*) as num_labels,
    count(distinct left_out.query_id) as num_topics,
from left_out
inner join staging.files as files on files.file_id = left_out.file_id
where files.expected_rows is null -- a recipe knows of them
group by files.file_id, files.source
order by files.file_id;
