-- Two ways to average ranks 1 and 1000: as precisions, and as search lengths.
--
-- source: Atomized Search Length, equations 9 and 10
-- grain: item
-- columns:
--   item: 'ranks 1 and 1000'
--   mean_precision: mean of the reciprocal ranks
--   mean_search_length: mean of the ranks
--   from_print
-- example: from exhibits.c_s3
create or replace view exhibits.c_s3 as
select
    'ranks 1 and 1000' as item,
    (1 / 1 + 1 / 1000) / 2 as mean_precision,
    (1 + 1000) / 2 as mean_search_length,
    ['mean_precision', 'mean_search_length'] as from_print;
