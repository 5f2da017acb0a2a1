-- Sum of the precisions at the ranks of the retrieved relevant items: the numerator of average precision.
--
-- source: trec_eval m_map.c
-- params:
--   ranks: ascending ranks of the retrieved relevant items
-- returns: the sum of i / rank over the positions i in the list; 0 if nothing is retrieved
-- example: select metrics.sum_of_precisions([1, 3])
create or replace macro metrics.sum_of_precisions(ranks) as
    coalesce(list_sum(list_transform(ranks, lambda rank, place: place / rank)), 0); -- noqa: PRS, LT01
