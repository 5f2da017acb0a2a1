-- Lead of the best NCG of 2019 over the NCG of the reranking candidates, in percent.
--
-- source: TREC 2019 Deep Learning overview, section 4; values from published.run_gaps
-- grain: task
-- columns:
--   ncg_gain_percent: highest NCG divided by the NCG of the reranking candidates, minus 1, in percent
--   from_print
-- caveats: computed from rankings if those of all runs are loaded, otherwise from the printed tables. The NCG of the
--   candidates is the most frequent NCG of the rerank runs
-- example: from exhibits.a_s6
create or replace view exhibits.a_s6 as
select
    run_gaps.task,
    run_gaps.ncg_gain_percent,
    case when run_gaps.source <> 'files' then ['ncg_gain_percent'] end as from_print,
from published.run_gaps as run_gaps
where run_gaps.year = 2019
order by run_gaps.task;
