-- Papers to cite for editions of tracks and other recipes.
--
-- source: the papers' title pages; papers/overviews.csv
-- grain: edition
-- columns:
--   edition: recipe that loads it, or the letter of a paper without one
--   overview_title: title
--   authors: names separated by ' and ', as in BibTeX
--   published_in: proceedings, journal, or arXiv with its number
--   overview_year: year of the paper
--   url: its address
create table if not exists published.overviews (
    edition varchar primary key,
    overview_title varchar not null,
    authors varchar not null,
    published_in varchar not null,
    overview_year smallint not null,
    url varchar
);
