-- One row for each label set: its scale, i.e. the lowest grade, the highest grade, and the lowest relevant grade.
--
-- source: labels.variants, labels.levels
-- grain: collection, variant
-- columns:
--   variant: label set
--   lowest: lowest grade; null if all labels are fractions without cut points
--   highest: highest grade; null if all labels are fractions without cut points
--   min_relevance: lowest relevant label; null if not defined
--   num_ungraded: number of labels that are fractions without cut points (labels.grade)
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
