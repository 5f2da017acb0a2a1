-- The largest gain that a label of the collection could give: the scale for items that nobody judged.
--
-- source: main.qrels
-- grain: collection
-- columns:
--   gain: largest grade of the labels, at least the relevance level
-- example: select * from metrics.largest_gains()
create or replace macro metrics.largest_gains(variant := null, min_relevance := null) as table
select
    judgments.collection,
    max(greatest(judgments.gain, coalesce(min_relevance, collections.min_relevance)))::double as gain,
from metrics.judgments(variant, min_relevance) as judgments
inner join main.collections as collections on judgments.collection = collections.collection
group by judgments.collection;
