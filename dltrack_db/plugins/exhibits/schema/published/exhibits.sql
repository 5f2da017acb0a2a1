-- One row for each table, figure and numeric statement of the papers; views in schema exhibits compute their numbers.
--
-- source: the papers of published.papers; papers/exhibits.csv
-- grain: exhibit
-- columns:
--   exhibit: id, e.g. D-T3: letter of the paper, then T for a table, F for a figure or S for a statement, then a number;
--     the view is exhibits.d_t3
--   paper: letter of the paper, see published.papers
--   kind: 'table', 'figure' or 'text'
--   place: number of the table or figure, or section of the statement
--   title: content of the exhibit
--   needs: data that the view needs, in words
--   definition: how the view computes the numbers, with choices that the paper does not specify
--   not_reproducible: reason that there is no view; null if there is a view
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
