-- Lines about topics or documents of other collections, for files that are loaded without these lines.

-- name: lines
-- The removed lines. The script `foreign.sql` of each part removes lines from its table and adds them to this table.
create or replace temp table foreign_lines (file_id integer, query_id varchar);

-- name: counts
-- Number of removed lines of each file, and of their topics.
select
    files.source,
    count(*) as num_labels,
    count(distinct left_out.query_id) as num_topics,
from temp.foreign_lines as left_out
inner join staging.files as files on files.file_id = left_out.file_id
where files.expected_rows is null -- a recipe counts the removed lines
group by files.file_id, files.source
order by files.file_id;
