-- What the tables on the judging simulations of 2019 imply about each other, computed from their printed numbers.
--
-- source: TREC 2019 overview, Tables 5 to 7 and section 5.2
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: 'A-T7'
--   row_key: task and stopping criterion
--   column_name: 'judgments', 'topics', 'map_tau' or 'map_drop'
--   value: computed value
-- caveats: A constant budget of b is b + 1 judgments per topic in the table (20,852 = 52 x 401). A budget keeps the
--   topics
--   with at least 3 relevant items. 'Original size' has the judgments of the official qrels and the worst of Table 6.
-- example: from published.computed_simulations
create or replace view published.computed_simulations as
with topics as (
    select
        cells.column_name.replace('_relevant', '') as task,
        cells.row_key as query_id,
        cells.value as num_rel,
    from published.cells as cells
    where cells.exhibit = 'A-T5' and cells.column_name.ends_with('_relevant')
),

budgets as (
    select
        cells.row_key,
        split_part(cells.row_key, ' ', 1) as task,
        split_part(cells.row_key, ' ', 3)::integer as budget,
    from published.cells as cells
    where cells.exhibit = 'A-T7' and cells.row_key like '% budget %' and cells.column_name = 'judgments'
),

trials as (
    select
        split_part(cells.row_key, ' ', 1) as task,
        min(cells.value) filter (where cells.column_name = 'all_map_tau') as map_tau,
        max(cells.value) filter (where cells.column_name = 'all_map_drop') as map_drop,
    from published.cells as cells
    where cells.exhibit = 'A-T6'
    group by split_part(cells.row_key, ' ', 1)
),

official as (
    select
        computed_judging.column_name.replace('_judged', '') as task,
        computed_judging.value as judgments,
    from published.computed_judging as computed_judging
    where computed_judging.exhibit = 'A-T5' and computed_judging.row_key = 'total judged'
),

evaluated as (
    select
        computed_judging.row_key as task,
        computed_judging.value as topics,
    from published.computed_judging as computed_judging
    where computed_judging.exhibit = 'A-S8' and computed_judging.column_name = 'evaluated'
),

criteria as (
    select unnest(['official', 'original size']) as criterion,
)

select
    'A-T7' as exhibit,
    budgets.row_key,
    'judgments' as column_name,
    (count(*) * (budgets.budget + 1))::double as value,
from budgets
inner join topics on budgets.task = topics.task
group by budgets.row_key, budgets.budget
union all
select
    'A-T7' as exhibit,
    budgets.row_key,
    'topics' as column_name,
    (count(*) filter (where topics.num_rel >= 3))::double as value,
from budgets
inner join topics on budgets.task = topics.task
group by budgets.row_key
union all
select
    'A-T7' as exhibit,
    official.task || ' ' || criteria.criterion as row_key,
    'judgments' as column_name,
    official.judgments as value,
from official
cross join criteria
union all
select
    'A-T7' as exhibit,
    evaluated.task || ' ' || criteria.criterion as row_key,
    'topics' as column_name,
    evaluated.topics as value,
from evaluated
cross join criteria
union all
select
    'A-T7' as exhibit,
    task || ' original size' as row_key,
    'map_tau' as column_name,
    map_tau as value,
from trials
union all
select
    'A-T7' as exhibit,
    task || ' original size' as row_key,
    'map_drop' as column_name,
    map_drop as value,
from trials;
