-- Lead of the best neural passage runs of 2019 over the best traditional run, in percent.
--
-- source: TREC 2019 Deep Learning overview, section 4; values from published.run_gaps
-- grain: task
-- columns:
--   nnlm_over_trad_percent, nn_over_trad_percent, from_nist
-- caveats: computed from rankings or scores per topic if those of all runs are loaded, otherwise from NIST's means
-- example: from exhibits.a_s3
create or replace view exhibits.a_s3 as
select
    run_gaps.task,
    run_gaps.nnlm_over_trad_percent,
    run_gaps.nn_over_trad_percent,
    case when run_gaps.source = 'NIST' then ['nnlm_over_trad_percent', 'nn_over_trad_percent'] end as from_nist,
from published.run_gaps as run_gaps
where run_gaps.year = 2019 and run_gaps.task = 'passages'
order by run_gaps.task;
