-- The best possible ranking of each judged topic: all judged items with a positive gain, sorted by gain, with cumulated gains.
--
-- source: trec_eval m_ndcg.c, m_G.c
-- grain: collection, query_id, rank
-- columns:
--   rank: position from 1
--   gain: gain of the item
--   gain_so_far: sum of the gains at this rank and above
--   dcg_so_far: gain_so_far with each gain weighted by metrics.discount
--   cost_so_far: gain_so_far with gains below 1 replaced by 1, for the measure G
--   is_last_of_gain: whether the next item has a smaller gain, or no item follows
-- example: select * from metrics.ideal_order() where query_id = '2082'
create or replace macro metrics.ideal_order(variant := null, min_relevance := null, gains := null) as table
with ordered as (
    select
        judgments.collection,
        judgments.query_id,
        judgments.gain,
        row_number() over (
            partition by judgments.collection, judgments.query_id order by judgments.gain desc
        ) as rank,
    from metrics.judgments(variant, min_relevance, gains) as judgments
    where judgments.gain > 0
)

select
    ordered.collection,
    ordered.query_id,
    ordered.rank,
    ordered.gain,
    sum(ordered.gain) over above as gain_so_far,
    sum(ordered.gain * metrics.discount(ordered.rank)) over above as dcg_so_far,
    sum(greatest(ordered.gain, 1)) over above as cost_so_far,
    coalesce(lead(ordered.gain) over below < ordered.gain, true) as is_last_of_gain,
from ordered
window
    above as (
        partition by ordered.collection, ordered.query_id
        order by ordered.rank
        rows between unbounded preceding and current row
    ),
    below as (
        partition by ordered.collection, ordered.query_id
        order by ordered.rank
    );
