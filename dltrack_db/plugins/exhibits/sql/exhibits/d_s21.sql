-- Growth of the corpora from v1 to v2, repeated in the paper's section on the completeness of judgments.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from exhibits.d_s15
-- grain: task
-- columns:
--   task
--   growth: size of v2 / size of v1
--   from_print
-- example: from exhibits.d_s21
create or replace view exhibits.d_s21 as
select
    d_s15.item as task,
    d_s15.growth,
    d_s15.from_print,
from exhibits.d_s15 as d_s15
where d_s15.item in ('docs', 'passages');
