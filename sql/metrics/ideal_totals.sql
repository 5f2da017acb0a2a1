-- The total gains of the ideal order of each judged topic.
--
-- source: trec_eval m_ndcg.c, m_G.c
-- grain: collection, query_id
-- columns:
--   ideal_gain: sum of all positive gains of the topic
--   ideal_dcg: ideal_gain with each gain weighted by metrics.discount
--   ideal_cost: ideal_gain with gains below 1 replaced by 1, for the measure G
--   num_gainful: judged items with a positive gain
-- example: select * from metrics.ideal_totals() where query_id = '2082'
create or replace macro metrics.ideal_totals(variant := null, min_relevance := null, gains := null) as table
select
    ideal_order.collection,
    ideal_order.query_id,
    sum(ideal_order.gain) as ideal_gain,
    sum(ideal_order.gain * metrics.discount(ideal_order.rank)) as ideal_dcg,
    sum(greatest(ideal_order.gain, 1)) as ideal_cost,
    count(*) as num_gainful,
from metrics.ideal_order(variant, min_relevance, gains) as ideal_order
group by ideal_order.collection, ideal_order.query_id;
