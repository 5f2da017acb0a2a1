-- Papers with printed numbers that are compared with this database, one per row.
--
-- source: papers/papers.csv
-- grain: paper
-- columns:
--   paper: letter of the paper; the names of the paper's exhibits begin with it
--   paper_title: title
create table if not exists published.papers (
    paper varchar primary key,
    paper_title varchar not null
);
