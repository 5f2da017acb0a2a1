-- Papers whose printed numbers are compared with this database.
--
-- source: papers/papers.csv
-- grain: paper
-- columns:
--   paper: first letter of the names of its exhibits
--   paper_title: title
create table if not exists published.papers (
    paper varchar primary key,
    paper_title varchar not null
);
