-- Lines about topics or documents of another collection, in files that leave them out.

-- name: lines
-- The left out lines: each part removes its own (`foreign.sql`) and adds them here.
create or replace temp table foreign_lines (file_id integer, query_id varchar);

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
