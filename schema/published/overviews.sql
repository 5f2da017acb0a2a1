-- The papers that describe editions of tracks, and other recipes, to be cited.
--
-- source: the papers' title pages; papers/overviews.csv
-- grain: edition
-- columns:
--   edition: recipe that loads it, or the letter of a paper that is about none
--   overview_title: title
--   authors: names divided by ' and ', as BibTeX wants them
--   published_in: proceedings, journal, or arXiv with its number
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
