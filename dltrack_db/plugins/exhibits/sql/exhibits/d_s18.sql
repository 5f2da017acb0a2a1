-- Share of the sparse labels of 2020 that NIST grades 0, over both tasks.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from published.sparse_pairs
-- grain: year
-- columns:
--   sparse_labels_judged_0_percent: share of grade 0 among the items with both labels, 0 to 100
--   from_print
-- caveats: see exhibits.d_t4. The paper prints no number for 2020, but says that 'less than 20%' in 2021 is in line with 2020
-- example: from exhibits.d_s18
create or replace view exhibits.d_s18 as
select
    pairs.year,
    100 * sum(pairs.known_pairs) filter (where pairs.grade = 0) / sum(pairs.known_pairs) as sparse_labels_judged_0_percent,
    case when count(pairs.num_pairs) < count(*) then ['sparse_labels_judged_0_percent'] end as from_print,
from published.sparse_pairs as pairs
where pairs.year = 2020
group by pairs.year;
