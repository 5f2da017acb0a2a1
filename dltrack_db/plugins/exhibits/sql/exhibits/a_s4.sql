-- Number of topics of the document task of 2019 on which the best nnlm run beats the best traditional run.
--
-- source: TREC 2019 Deep Learning overview, section 4; values from exhibits.d_s6
-- grain: task
-- columns:
--   task: 'docs'
--   wins: number of topics on which the best nnlm run has a higher NDCG@10
--   topics: number of judged topics
--   wins_percent: 100 * wins / topics
--   from_print
-- caveats: see exhibits.d_s6
-- example: from exhibits.a_s4
create or replace view exhibits.a_s4 as
select
    d_s6.task,
    d_s6.wins,
    d_s6.topics,
    d_s6.wins_percent,
    d_s6.from_print,
from exhibits.d_s6 as d_s6
where d_s6.year = 2019 and d_s6.task = 'docs';
