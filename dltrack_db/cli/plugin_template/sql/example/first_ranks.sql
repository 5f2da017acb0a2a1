-- Median rank of the first relevant item, for every run.
--
-- source: own
-- grain: collection, run_id
-- columns:
--   median_rank: median over the topics with a retrieved relevant item
-- needs: runs
-- example: from example.first_ranks
create or replace view example.first_ranks as
select
    first_relevant.collection,
    first_relevant.run_id,
    median(first_relevant.rank) as median_rank,
from metrics.first_relevant() as first_relevant
group by first_relevant.collection, first_relevant.run_id;
