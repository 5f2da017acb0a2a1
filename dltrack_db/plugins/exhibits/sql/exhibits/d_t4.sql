-- Number of items with a sparse label, by NIST's grade, for 2020 and 2021.
--
-- source: TREC 2021 Deep Learning overview, Table 4; values from published.sparse_pairs
-- grain: year, task
-- columns:
--   grade_0: number of items with grade 0
--   grade_1: number of items with grade 1
--   grade_2: number of items with grade 2
--   grade_3: number of items with grade 3
--   grade_0_percent: share of items with grade 0, 0 to 100
--   grade_1_percent: share of items with grade 1, 0 to 100
--   grade_2_percent: share of items with grade 2, 0 to 100
--   grade_3_percent: share of items with grade 3, 0 to 100
--   from_print
-- caveats: the sparse labels of the test topics are not public; if they are not loaded, the shares are computed from the
--   printed counts
-- example: from exhibits.d_t4
create or replace view exhibits.d_t4 as
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
from published.sparse_pairs as pairs
group by pairs.year, pairs.task
order by pairs.year, pairs.task;
