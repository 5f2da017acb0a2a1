-- Every table, figure and statement with numbers of the four papers, and the view that computes it.
--
-- source: TREC 2019 and 2021 Deep Learning overviews (A, D), SIGIR'21 resource paper (B), Atomized Search Length (C);
--   ingest/published/exhibits.csv
-- grain: exhibit
-- columns:
--   exhibit: paper letter, then T table, F figure or S statement in the text, then its number
--   paper: 'A' TREC 2019 overview, 'B' SIGIR'21 resource paper, 'C' Atomized Search Length, 'D' TREC 2021 overview
--   kind: 'table', 'figure' or 'text'
--   place: where it stands in the paper
--   title: what it shows
--   view: the view or macro that computes it; null where nothing can be computed
--   query: the query to type
--   needs: data the query needs, in words
--   definition: how it is computed, with the choices the paper leaves open
create table if not exists published.exhibits (
    exhibit varchar primary key,
    paper varchar not null check (paper in ('A', 'B', 'C', 'D')),
    kind varchar not null check (kind in ('table', 'figure', 'text')),
    place varchar not null,
    title varchar not null,
    view varchar,
    query varchar,
    needs varchar,
    definition varchar not null
);
