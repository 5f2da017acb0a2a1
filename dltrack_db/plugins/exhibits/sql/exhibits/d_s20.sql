-- Number of long and short judged topics of 2021, repeated in the paper's analysis of query length.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from exhibits.d_s1
-- grain: task
-- columns:
--   task
--   judged: judged topics
--   short: judged topics of fewer than ten words
--   long: judged topics of ten words or more
-- caveats: repeated numbers may contain misprints (see C-S5), so they are checked, too
-- example: from exhibits.d_s20
create or replace view exhibits.d_s20 as
select
    d_s1.task,
    d_s1.judged,
    d_s1.short,
    d_s1.long,
from exhibits.d_s1 as d_s1
where d_s1.judged is not null;
