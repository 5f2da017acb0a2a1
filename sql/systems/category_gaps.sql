-- How far the best run of one category is ahead of the best run of another, in percent.
--
-- source: TREC 2019 overview, section 5 (29.4 % and 14.8 % documents, 37.4 % and 23.7 % passages); TREC 2021 overview,
--     section 4 (15 % and 36 %)
-- grain: collection, measure, category, other_category
-- columns:
--   measure: see systems.overview_scores
--   category
--   other_category: category to compare with
--   run_id: best run of category
--   other_run_id: best run of other_category
--   value: value of run_id
--   other_value: value of other_run_id
--   gap_percent: 100 * (value / other_value - 1)
-- needs: runs, categories
-- caveats: computed from unrounded values; the overviews divide printed values, and the passage percentages of 2019 do not
--     follow from the printed table
create or replace view systems.category_gaps as
select
    best.collection,
    best.measure,
    best.category,
    other.category as other_category,
    best.run_id,
    other.run_id as other_run_id,
    best.value,
    other.value as other_value,
    100 * (best.value / nullif(other.value, 0) - 1) as gap_percent,
from systems.best_by_category as best
inner join systems.best_by_category as other
    on
        best.collection = other.collection
        and best.measure = other.measure
        and best.category <> other.category;
