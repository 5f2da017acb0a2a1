-- The weight of a rank in discounted cumulative gain.
--
-- source: Järvelin and Kekäläinen, TOIS 20(4), 2002, with the discount log2(rank + 1) of trec_eval m_ndcg.c
-- params:
--   rank: position from 1
-- returns: 1 / log2(rank + 1), which is 1 at rank 1
-- example: select metrics.discount(3)
create or replace macro metrics.discount(rank) as
    1.0::double / log2(rank + 1);
