-- How far the best single-stage run of 2021 is below the best run, in percent.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from published.run_gaps
-- grain: task
-- columns:
--   single_below_top_percent: 1 - NDCG@10 of the best single-stage run / NDCG@10 of the best run, in percent
--   from_nist
-- caveats: computed from rankings or scores per topic if those of all runs are loaded, otherwise from NIST's means
-- example: from exhibits.d_s8
create or replace view exhibits.d_s8 as
select
    run_gaps.task,
    run_gaps.single_below_top_percent,
    case when run_gaps.source = 'NIST' then ['single_below_top_percent'] end as from_nist,
from published.run_gaps as run_gaps
where run_gaps.year = 2021
order by run_gaps.task;
