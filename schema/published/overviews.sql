-- The papers that describe the editions of the tracks, to be cited.
--
-- source: the papers' title pages; papers/overviews.csv
-- grain: edition
-- columns:
--   edition: recipe that loads it
--   overview_title: title
--   authors: names divided by ' and ', as BibTeX wants them
--   published_in: proceedings or journal
--   overview_year: year of the paper
--   url: where it is
create table if not exists published.overviews (
    edition varchar primary key,
    overview_title varchar not null,
    authors varchar not null,
    published_in varchar not null,
    overview_year smallint not null,
    url varchar
);
