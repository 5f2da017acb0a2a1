-- The scale of each set of labels: its lowest and highest grade, and from which grade on items are relevant.
--
-- source: labels.variants, labels.levels
-- grain: collection, variant
-- columns:
--   variant: set of labels
--   lowest: lowest grade of the set; null if all its labels are fractions without cut points
--   highest: highest grade of the set
--   min_relevance: lowest label that is relevant; null if not defined
--   num_ungraded: labels that are fractions without cut points (labels.grade)
-- needs: labels
-- example: from labels.scales order by all
create or replace view labels.scales as
select
    judged.collection,
    judged.variant,
    min(judged.relevance) as lowest,
    max(judged.relevance) as highest,
    any_value(levels.min_relevance) as min_relevance,
    count(*) - count(judged.relevance) as num_ungraded,
from labels.variants as judged
left join labels.levels as levels on judged.collection = levels.collection and judged.variant = levels.variant
group by judged.collection, judged.variant;
