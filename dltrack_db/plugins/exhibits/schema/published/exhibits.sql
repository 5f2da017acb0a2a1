-- One row for each table, figure and numeric statement of the papers; a view in schema exhibits computes it.
--
-- source: the papers of published.papers; papers/exhibits.csv
-- grain: exhibit
-- columns:
--   exhibit: paper letter, then T table, F figure or S statement in the text, then its number; exhibits.d_t3 computes
--     D-T3
--   paper: letter of the paper, see published.papers
--   kind: 'table', 'figure' or 'text'
--   place: number of the table or figure, or section of the statement
--   title: what it shows
--   needs: data the view needs, in words
--   definition: how it is computed, with the choices the paper leaves open
--   not_reproducible: why there is no view; null if there is one
create table if not exists published.exhibits (
    exhibit varchar primary key,
    paper varchar not null,
    kind varchar not null check (kind in ('table', 'figure', 'text')),
    place varchar not null,
    title varchar not null,
    needs varchar,
    definition varchar not null,
    not_reproducible varchar
);
