-- One row for each year, task and NIST grade: number of items with a sparse label, counted if both label sets are loaded,
-- otherwise as printed.
--
-- source: labels.sparse_vs_nist; TREC 2021 Deep Learning overview, Table 4
-- grain: year, task, grade
-- columns:
--   grade: NIST's grade, 0 to 3
--   num_pairs: number of items with both labels; null if the labels are not loaded in full
--   known_pairs: num_pairs; if it is null, the printed number
-- caveats: the sparse labels of the test topics are not public
-- example: from published.sparse_pairs
create or replace view published.sparse_pairs as
with loaded as (
    select
        collections.year,
        collections.task,
        unnest(range(4)) as grade,
        unnest([
            coalesce(sum(sparse_vs_nist.num_pairs) filter (where sparse_vs_nist.relevance = 0), 0),
            coalesce(sum(sparse_vs_nist.num_pairs) filter (where sparse_vs_nist.relevance = 1), 0),
            coalesce(sum(sparse_vs_nist.num_pairs) filter (where sparse_vs_nist.relevance = 2), 0),
            coalesce(sum(sparse_vs_nist.num_pairs) filter (where sparse_vs_nist.relevance = 3), 0),
        ]) as num_pairs,
    from labels.sparse_vs_nist as sparse_vs_nist
    inner join catalog.track_collections as collections on sparse_vs_nist.collection = collections.collection
    inner join published.complete_labels as sparse_labels
        on
            collections.collection = sparse_labels.collection
            and sparse_labels.variant = 'msmarco'
    inner join published.complete_labels as nist_labels
        on
            collections.collection = nist_labels.collection
            and collections.qrels_variant = nist_labels.variant
    where collections.year in (2020, 2021) and sparse_labels.is_complete and nist_labels.is_complete
    group by collections.year, collections.task
),

printed as (
    select
        split_part(cells.row_key, ' ', 1)::smallint as year,
        split_part(cells.row_key, ' ', 2) as task,
        split_part(cells.column_name, '_', 2)::integer as grade,
        cells.value as num_pairs,
    from published.cells as cells
    where cells.exhibit = 'D-T4' and not cells.column_name.ends_with('_percent')
)

select
    printed.year,
    printed.task,
    printed.grade,
    loaded.num_pairs,
    coalesce(loaded.num_pairs, printed.num_pairs) as known_pairs,
from printed
left join loaded
    on
        printed.year = loaded.year
        and printed.task = loaded.task
        and printed.grade = loaded.grade;
