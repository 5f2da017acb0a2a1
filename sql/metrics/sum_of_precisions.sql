-- Sum of the precisions at the relevant items that were retrieved, as average precision adds them up.
--
-- source: trec_eval m_map.c
-- params:
--   ranks: rising ranks of the relevant items retrieved
-- returns: the sum over places i of i / rank; 0 where nothing is retrieved
-- example: select metrics.sum_of_precisions([1, 3])
create or replace macro metrics.sum_of_precisions(ranks) as
    coalesce(list_sum(list_transform(ranks, lambda rank, place: place / rank)), 0); -- noqa: PRS, LT01
