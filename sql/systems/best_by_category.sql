-- The best run of each category by each of the overview's measures.
--
-- source: TREC 2019 overview, section 5 and figure 1; TREC 2021 overview, section 4 and figure 2
-- grain: collection, measure, category
-- columns:
--   measure: see systems.overview_scores
--   category
--   run_id: run with the highest value; the first by name if tied
--   team: team of run_id
--   value: value of run_id
--   mean_value: mean over the runs of the category
--   num_runs: runs of the category
-- needs: runs, categories
create or replace view systems.best_by_category as
select
    collection,
    measure,
    category,
    first(run_id order by round(value, 12) desc, run_id) as run_id,
    first(team order by round(value, 12) desc, run_id) as team,
    max(value) as value,
    avg(value) as mean_value,
    count(*) as num_runs,
from systems.overview_scores
where category is not null
group by collection, measure, category;
