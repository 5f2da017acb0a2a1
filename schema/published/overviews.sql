-- Papers to cite, one per edition of a track or other recipe.
--
-- source: the papers' title pages; papers/overviews.csv
-- grain: edition
-- columns:
--   edition: recipe, or the letter of a paper that has no recipe
--   overview_title: title
--   authors: names separated by ' and ', as in BibTeX
--   published_in: proceedings, journal, or arXiv with the paper's number
--   overview_year: year of the paper
--   url: address of the paper
create table if not exists published.overviews (
    edition varchar primary key,
    overview_title varchar not null,
    authors varchar not null,
    published_in varchar not null,
    overview_year smallint not null,
    url varchar
);
