-- The papers whose printed numbers are held against this database.
--
-- source: papers/papers.csv
-- grain: paper
-- columns:
--   paper: letter with which the names of its exhibits begin
--   paper_title: title
create table if not exists published.papers (
    paper varchar primary key,
    paper_title varchar not null
);
