-- NIST grades of the items with a sparse label, 2020 and 2021.
--
-- source: TREC 2021 Deep Learning overview, Table 4; values from labels.sparse_vs_nist
-- grain: year, task
-- columns:
--   grade_0: items with grade 0
--   grade_1: items with grade 1
--   grade_2: items with grade 2
--   grade_3: items with grade 3
--   grade_0_percent: their share, 0 to 100
--   grade_1_percent: their share, 0 to 100
--   grade_2_percent: their share, 0 to 100
--   grade_3_percent: their share, 0 to 100
--   from_print
-- caveats: without the sparse labels of the test topics, which are not public, the shares follow from the printed
--   counts
-- example: from exhibits.d_t4
create or replace view exhibits.d_t4 as
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
),

pairs as (
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
            and printed.grade = loaded.grade
)

select
    pairs.year,
    pairs.task,
    max(pairs.num_pairs) filter (where pairs.grade = 0)::bigint as grade_0,
    max(pairs.num_pairs) filter (where pairs.grade = 1)::bigint as grade_1,
    max(pairs.num_pairs) filter (where pairs.grade = 2)::bigint as grade_2,
    max(pairs.num_pairs) filter (where pairs.grade = 3)::bigint as grade_3,
    100 * max(pairs.known_pairs) filter (where pairs.grade = 0) / sum(pairs.known_pairs) as grade_0_percent,
    100 * max(pairs.known_pairs) filter (where pairs.grade = 1) / sum(pairs.known_pairs) as grade_1_percent,
    100 * max(pairs.known_pairs) filter (where pairs.grade = 2) / sum(pairs.known_pairs) as grade_2_percent,
    100 * max(pairs.known_pairs) filter (where pairs.grade = 3) / sum(pairs.known_pairs) as grade_3_percent,
    case
        when count(pairs.num_pairs) = 0
            then ['grade_0_percent', 'grade_1_percent', 'grade_2_percent', 'grade_3_percent']
    end as from_print,
from pairs
group by pairs.year, pairs.task
order by pairs.year, pairs.task;
