-- Remove nuggets and labels of topics of other collections. Only topics are compared, because answers and documents may not
-- be loaded.
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

insert into temp.foreign_lines by name
select file_id, query_id
from temp.foreign_nuggets;
