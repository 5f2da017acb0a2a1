-- Lead of the best fullrank run over the best rerank run, in percent, by year and task.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from published.run_gaps
-- grain: year, task
-- columns:
--   fullrank_over_rerank_percent
--   from_nist
-- caveats: computed from rankings or scores per topic if those of all runs are loaded, otherwise from NIST's means
-- example: from exhibits.d_s7
create or replace view exhibits.d_s7 as
select
    run_gaps.year,
    run_gaps.task,
    run_gaps.fullrank_over_rerank_percent,
    case when run_gaps.source = 'NIST' then ['fullrank_over_rerank_percent'] end as from_nist,
from published.run_gaps as run_gaps
where run_gaps.year between 2019 and 2021
order by run_gaps.year, run_gaps.task;
