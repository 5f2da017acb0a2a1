-- Lead of the best nnlm run over the best traditional run, in percent, by year and task.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from published.run_gaps
-- grain: year, task
-- columns:
--   nnlm_over_trad_percent, from_nist
-- caveats: computed from rankings or scores per topic if those of all runs are loaded, otherwise from NIST's means
-- example: from exhibits.d_s5
create or replace view exhibits.d_s5 as
select
    run_gaps.year,
    run_gaps.task,
    run_gaps.nnlm_over_trad_percent,
    case when run_gaps.source = 'NIST' then ['nnlm_over_trad_percent'] end as from_nist,
from published.run_gaps as run_gaps
where run_gaps.year between 2019 and 2021
order by run_gaps.year, run_gaps.task;
