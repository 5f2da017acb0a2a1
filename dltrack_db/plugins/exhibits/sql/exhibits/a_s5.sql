-- Lead of the best fullrank run of 2019 over the best rerank run, in percent.
--
-- source: TREC 2019 Deep Learning overview, section 4; values from published.run_gaps
-- grain: task
-- columns:
--   fullrank_over_rerank_percent
--   from_nist
-- caveats: computed from rankings or scores per topic if those of all runs are loaded, otherwise from NIST's means
-- example: from exhibits.a_s5
create or replace view exhibits.a_s5 as
select
    run_gaps.task,
    run_gaps.fullrank_over_rerank_percent,
    case when run_gaps.source = 'NIST' then ['fullrank_over_rerank_percent'] end as from_nist,
from published.run_gaps as run_gaps
where run_gaps.year = 2019
order by run_gaps.task;
