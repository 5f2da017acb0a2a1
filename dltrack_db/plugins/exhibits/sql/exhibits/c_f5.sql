-- Search lengths of the relevant passages in the best passage run of 2020: a histogram.
--
-- source: Atomized Search Length, Figure 5; values from search_length.document_lengths
-- grain: lower
-- columns:
--   lower: lower end of the range, exclusive
--   upper: upper end of the range, inclusive; null for the last, open range
--   items: number of relevant passages (grade 1 or more) in the range, over all topics
-- caveats: the best run is the best loaded run by ASL; of the ranges, the paper states only the last
-- example: from exhibits.c_f5
create or replace view exhibits.c_f5 as
with best_run as (
    select best_and_median_runs.best_run_id,
    from search_length.best_and_median_runs(min_relevance := 1, is_padded := false) as best_and_median_runs
    where best_and_median_runs.collection = 'trec2020-passages'
),

lengths as (
    select least(greatest(document_lengths.search_length - 1, 0) // 100 * 100, 900) as lower,
    from search_length.document_lengths(min_relevance := 1, is_padded := false) as document_lengths
    inner join best_run on document_lengths.run_id = best_run.best_run_id
    -- a constant instead of a join, so that DuckDB ranks only this collection
    where document_lengths.collection = 'trec2020-passages'
),

ranges as (
    select unnest(range(0, 1000, 100)) as lower,
    from best_run
)

select
    ranges.lower,
    case when ranges.lower < 900 then ranges.lower + 100 end as upper,
    count(lengths.lower) as items,
from ranges
left join lengths on ranges.lower = lengths.lower
group by ranges.lower
order by ranges.lower;
