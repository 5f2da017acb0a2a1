-- Mean rank of the first relevant item of a topic, by the labels and level of the leaderboard.
--
-- source: metrics.first_relevant
-- grain: collection, run_id
-- columns:
--   first_rank: mean over topics with a retrieved relevant item
-- needs: runs
-- example: from run_columns.first_rank(labels := 'msmarco')
create or replace macro run_columns.first_rank(labels := null, min_relevance := null, tie_rule := null) as table
select
    firsts.collection,
    firsts.run_id,
    avg(firsts.rank) as first_rank,
from metrics.first_relevant(labels, min_relevance, tie_rule) as firsts
group by firsts.collection, firsts.run_id;
