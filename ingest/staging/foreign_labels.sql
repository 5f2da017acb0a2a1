-- Lines of topics or documents that are another collection's, of the files that ask to leave them out.

-- name: leave_out
-- Leaves out such labels; parts leave out lines of theirs (`foreign.sql`) and add them to temp.foreign_lines.
create or replace temp table foreign_lines (file_id integer, query_id varchar);

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

-- name: counts
-- How many lines were left out of each file, and of how many topics.
select
    files.source,
    count(*) as num_labels,
    count(distinct left_out.query_id) as num_topics,
from temp.foreign_lines as left_out
inner join staging.files as files on files.file_id = left_out.file_id
where files.expected_rows is null -- a recipe knows of them
group by files.file_id, files.source
order by files.file_id;
