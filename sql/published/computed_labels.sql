-- Agreement of labels, computed: sparse against NIST labels, inferred against actual document labels, kappa.
--
-- source: TREC 2021 overview, Tables 4 to 7 and section 4; values from labels.sparse_vs_nist and
--   labels.inferred_vs_actual
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: 'D-T4', 'D-T5', 'D-T6', 'D-T7', 'D-S13', 'D-S17' or 'D-S18'
--   row_key: as in published.cells
--   column_name: as in published.cells
--   value: computed value
-- caveats: the percentages of Tables 4, 6 and 7 and kappa are computed from the counts printed in Tables 4 and 5
-- example: from published.computed_labels where exhibit = 'D-S13'
create or replace view published.computed_labels as
with sparse_counts as (
    select
        cells.row_key,
        cells.column_name,
        cells.value as num_pairs,
        100 * cells.value / sum(cells.value) over (partition by cells.row_key) as percent,
    from published.cells as cells
    where cells.exhibit = 'D-T4' and not cells.column_name.ends_with('_percent')
),

inferred_counts as (
    select
        cells.row_key,
        cells.column_name,
        split_part(cells.row_key, ' ', 2)::integer as actual,
        split_part(cells.column_name, '_', 2)::integer as inferred,
        cells.value as num_docs,
        100 * cells.value / sum(cells.value) over (partition by cells.row_key) as percent_of_actual,
        100 * cells.value / sum(cells.value) over (partition by cells.column_name) as percent_of_inferred,
    from published.cells as cells
    where cells.exhibit = 'D-T5'
),

grades as (select unnest(range(4)) as grade,)

select
    'D-T4' as exhibit,
    collections.year || ' ' || collections.task as row_key,
    'grade_' || grades.grade as column_name,
    coalesce(max(sparse_vs_nist.num_pairs) filter (where sparse_vs_nist.relevance = grades.grade), 0)::double as value,
from labels.sparse_vs_nist as sparse_vs_nist
inner join main.collections as collections on sparse_vs_nist.collection = collections.collection
cross join grades
where collections.year is not null
group by collections.year, collections.task, grades.grade
union all
select
    'D-T4' as exhibit,
    row_key,
    column_name || '_percent' as column_name,
    percent as value,
from sparse_counts
union all
select
    'D-T5' as exhibit,
    'actual ' || inferred_vs_actual.actual as row_key,
    'inferred_' || inferred_vs_actual.inferred as column_name,
    inferred_vs_actual.num_docs::double as value,
from labels.inferred_vs_actual as inferred_vs_actual
where inferred_vs_actual.collection = 'trec2021-docs' and inferred_vs_actual.rule = 'max'
union all
select
    'D-T6' as exhibit,
    row_key,
    column_name,
    percent_of_actual as value,
from inferred_counts
union all
select
    'D-T7' as exhibit,
    row_key,
    column_name,
    percent_of_inferred as value,
from inferred_counts
union all
select
    'D-S13' as exhibit,
    'inferred and actual' as row_key,
    'kappa' as column_name,
    labels.cohen_kappa(list({ 'a': actual, 'b': inferred, 'n': num_docs }), 0) as value,
from inferred_counts
having count(*) > 0
union all
select
    case when row_key like '2021%' then 'D-S17' else 'D-S18' end as exhibit,
    split_part(row_key, ' ', 1) as row_key,
    'sparse_labels_judged_0_percent' as column_name,
    max(percent) as value,
from sparse_counts
where column_name = 'grade_0'
group by all;
