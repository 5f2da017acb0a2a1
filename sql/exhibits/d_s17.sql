-- Share of the sparse labels of 2021 that NIST grades 0, the higher of both tasks.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from exhibits.d_t4
-- grain: year
-- columns:
--   sparse_labels_judged_0_percent: share of grade 0, 0 to 100
--   from_print
-- caveats: as D-T4
-- example: from exhibits.d_s17
create or replace view exhibits.d_s17 as
select
    d_t4.year,
    max(d_t4.grade_0_percent) as sparse_labels_judged_0_percent,
    case when bool_or(d_t4.from_print is not null) then ['sparse_labels_judged_0_percent'] end as from_print,
from exhibits.d_t4 as d_t4
where d_t4.year = 2021
group by d_t4.year;
