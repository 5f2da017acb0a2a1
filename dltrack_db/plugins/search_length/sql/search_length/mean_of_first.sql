-- Mean search length of the first relevant items of a topic; items that are not retrieved come last.
--
-- source: Atomized Search Length, section 3.1, equations 4 and 5
-- params:
--   lengths: search lengths of the retrieved items, by rank
--   missing_length: search length of each item that is not retrieved
--   num_rel: number of relevant items of the topic
--   n: number of items to average; if the topic has fewer, all are averaged
-- returns: mean search length; null for a topic without relevant items
-- example: select search_length.mean_of_first([1, 3], 8, 5, 4)
create or replace macro search_length.mean_of_first(lengths, missing_length, num_rel, n) as
(
    coalesce(list_sum(lengths[:n]), 0) + greatest(least(n, num_rel) - len(lengths), 0) * missing_length
) / nullif(least(n, num_rel), 0);
