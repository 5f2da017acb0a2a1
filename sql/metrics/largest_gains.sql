-- The largest gain that a label of the collection can have: the gain that bounds assume for unjudged items.
--
-- source: main.qrels
-- grain: collection
-- columns:
--   gain: largest label, or the relevance level if the level is higher; for labels with fractions, the level is used only if
--     min_relevance is set
-- example: select * from metrics.largest_gains()
create or replace macro metrics.largest_gains(variant := null, min_relevance := null) as table
select
    judgments.collection,
    greatest(
        max(judgments.gain),
        min_relevance,
        case
            when min_relevance is null and not bool_or(judgments.gain <> greatest(judgments.relevance, 0))
                then any_value(levels.min_relevance)
        end
    )::double as gain,
from metrics.judgments(variant, min_relevance) as judgments
inner join main.collections as collections on judgments.collection = collections.collection
left join labels.levels as levels
    on collections.collection = levels.collection
    and levels.variant = coalesce(variant, collections.qrels_variant)
group by judgments.collection;
