-- The search length paper: error reductions from its printed values, its worked examples, and a bar of a histogram.
--
-- source: Atomized Search Length, Table 1, equations 9 and 10, section 4.5, appendix A.1
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: 'C-T1', 'C-F5', 'C-S3', 'C-S4' or 'C-S5'
--   row_key: as in published.cells
--   column_name: as in published.cells
--   value: computed value
-- example: from published.computed_search_length where exhibit = 'C-T1'
create or replace view published.computed_search_length as
with techniques as (
    select
        cells.row_key,
        split_part(cells.column_name, '_', 1) as task,
        max(cells.value) filter (where cells.column_name.ends_with('_bm25')) as bm25,
        max(cells.value) filter (where cells.column_name.ends_with('_neural')) as neural,
    from published.cells as cells
    where cells.exhibit = 'C-T1'
    group by cells.row_key, split_part(cells.column_name, '_', 1)
),

example as (
    select [1, 1, 1, 2, 4, 5, 10, 10000, 10000] as lengths,
),

places as (select unnest(range(1, 10)) as place,),

best_run as (
    select best_and_median_runs.best_run_id,
    from search_length.best_and_median_runs(min_relevance := 1) as best_and_median_runs
    where best_and_median_runs.collection = 'trec2020-passages'
)

select
    'C-F5' as exhibit,
    'best passage run' as row_key,
    'relevant_beyond_900' as column_name,
    (count(*) filter (where document_lengths.search_length > 900))::double as value,
from search_length.document_lengths(min_relevance := 1) as document_lengths
inner join best_run on document_lengths.run_id = best_run.best_run_id
-- the name itself, not a join: so nothing else is ranked
where document_lengths.collection = 'trec2020-passages'
group by document_lengths.collection
union all
select
    'C-T1' as exhibit,
    row_key,
    task || '_rrie' as column_name,
    100 * case
        when row_key like 'asl%' then search_length.length_reduction(bm25, neural)
        else search_length.precision_reduction(bm25, neural)
    end as value,
from techniques
union all
select
    'C-S3' as exhibit,
    'ranks 1 and 1000' as row_key,
    'mean_precision' as column_name,
    (1 / 1 + 1 / 1000) / 2 as value,
union all
select
    'C-S3' as exhibit,
    'ranks 1 and 1000' as row_key,
    'mean_search_length' as column_name,
    (1 + 1000) / 2 as value,
union all
select
    'C-S4' as exhibit,
    'document ' || places.place as row_key,
    'unweighted_search_length' as column_name,
    search_length.unweighted_lengths(example.lengths)[places.place] as value,
from example
cross join places
union all
select
    'C-S5' as exhibit,
    'best passage run' as row_key,
    'asl_g10' as column_name,
    cells.value,
from published.cells as cells
where cells.exhibit = 'C-T1' and cells.row_key = 'asl_g10' and cells.column_name = 'passages_neural';
