-- Sum of the precisions at the relevant items that were retrieved, as average precision adds them up.
--
-- source: Atomized Search Length, section 3.2, equation 6
-- params:
--   lengths: search lengths of the items retrieved, by rank
-- returns: the sum over places i of i / (length + i - 1), the rank of the item; 0 where nothing is retrieved
-- example: select search_length.sum_of_precisions([1, 3])
create or replace macro search_length.sum_of_precisions(lengths) as
coalesce(list_sum(list_transform(lengths, lambda length, place: place / (length + place - 1))), 0);
