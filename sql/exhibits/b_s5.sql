-- How many simulated qrels are behind the heat map of Figure 4.
--
-- source: SIGIR'21 resource paper, section 5
-- grain: item
-- columns:
--   item: 'heat map'
--   trials: simulated qrels of the document task of 2019
-- caveats: as A-S12
-- example: from exhibits.b_s5
create or replace view exhibits.b_s5 as
select
    'heat map' as item,
    a_s12.docs as trials,
from exhibits.a_s12 as a_s12;
