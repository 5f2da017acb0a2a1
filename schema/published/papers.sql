-- Papers with printed numbers that are compared with this database, one per row.
--
-- source: papers/papers.csv
-- grain: paper
-- columns:
--   paper: letter of the paper, with which the names of its exhibits begin
--   paper_title: title
create table if not exists published.papers (
    paper varchar primary key,
    paper_title varchar not null
);
