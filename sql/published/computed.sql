-- Every number of the papers that can be computed from what is loaded, or from other printed numbers.
--
-- source: the views published.computed_*, which name paper and table
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: id as in published.exhibits
--   row_key: row of the printed table or subject of the statement
--   column_name: column of the printed table or what the statement measures
--   value: computed value, not rounded
-- caveats: holds more rows than the papers print, for example those of later years
-- example: from published.computed where exhibit = 'D-T3' and row_key = 'p_bm25'
create or replace view published.computed as
select
    exhibit,
    row_key,
    column_name,
    value,
from published.computed_runs
union all
select
    exhibit,
    row_key,
    column_name,
    value,
from published.computed_participation
union all
select
    exhibit,
    row_key,
    column_name,
    value,
from published.computed_judging
union all
select
    exhibit,
    row_key,
    column_name,
    value,
from published.computed_simulations
union all
select
    exhibit,
    row_key,
    column_name,
    value,
from published.computed_datasets
union all
select
    exhibit,
    row_key,
    column_name,
    value,
from published.computed_queries
union all
select
    exhibit,
    row_key,
    column_name,
    value,
from published.computed_labels
union all
select
    exhibit,
    row_key,
    column_name,
    value,
from published.computed_agreement
union all
select
    exhibit,
    row_key,
    column_name,
    value,
from published.computed_gaps
union all
select
    exhibit,
    row_key,
    column_name,
    value,
from published.computed_search_length;
