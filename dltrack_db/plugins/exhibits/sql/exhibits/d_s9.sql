-- Number of dense retrieval runs at the top of each table of 2021.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from published.run_gaps
-- grain: task
-- columns:
--   dense_runs_at_top: number of runs with a higher NDCG@10 than the best run without dense retrieval
--   from_nist
-- caveats: computed from rankings or scores per topic if those of all runs are loaded, otherwise from NIST's means
-- example: from exhibits.d_s9
create or replace view exhibits.d_s9 as
select
    run_gaps.task,
    run_gaps.dense_runs_at_top,
    case when run_gaps.source = 'NIST' then ['dense_runs_at_top'] end as from_nist,
from published.run_gaps as run_gaps
where run_gaps.year = 2021
order by run_gaps.task;
