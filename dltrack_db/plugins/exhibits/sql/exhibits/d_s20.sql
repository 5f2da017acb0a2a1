-- Number of long and short judged topics of 2021, repeated in the paper's analysis of query length.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from exhibits.d_s1
-- grain: task
-- columns:
--   task
--   judged: number of judged topics
--   short: number of judged topics of fewer than ten words
--   long: number of judged topics of ten words or more
-- caveats: repeated numbers are checked, because they may contain misprints (as in C-S5)
-- example: from exhibits.d_s20
create or replace view exhibits.d_s20 as
select
    d_s1.task,
    d_s1.judged,
    d_s1.short,
    d_s1.long,
from exhibits.d_s1 as d_s1
where d_s1.judged is not null;
