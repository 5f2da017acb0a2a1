-- Search lengths of the relevant passages in the best passage run of 2020: a histogram.
--
-- source: Atomized Search Length, Figure 5; values from search_length.document_lengths
-- grain: lower
-- columns:
--   lower: the range holds search lengths above lower …
--   upper: … up to upper; null for the last, open range
--   items: relevant passages of grade 1 or more, summed over topics
-- caveats: best among the runs that are loaded, by ASL; the paper does not say its ranges but for the last
-- example: from exhibits.c_f5
create or replace view exhibits.c_f5 as
with lengths as (
    -- the name itself, not a join: so nothing else is ranked
    select
        document_lengths.run_id,
        document_lengths.query_id,
        document_lengths.search_length,
    from search_length.document_lengths(min_relevance := 1) as document_lengths
    where document_lengths.collection = 'trec2020-passages'
),

topics as (
    select
        lengths.run_id,
        avg(lengths.search_length) as asl,
    from lengths
    group by lengths.run_id, lengths.query_id
),

best_run as (
    -- as search_length.best_and_median_runs has it, which would rank everything again
    select topics.run_id,
    from topics
    group by topics.run_id
    order by avg(topics.asl), topics.run_id
    limit 1
),

ranges as (
    select
        best_run.run_id,
        unnest(range(0, 1000, 100)) as lower,
    from best_run
)

select
    ranges.lower,
    case when ranges.lower < 900 then ranges.lower + 100 end as upper,
    count(lengths.search_length) as items,
from ranges
left join lengths
    on
        ranges.run_id = lengths.run_id
        and ranges.lower = least(greatest(lengths.search_length - 1, 0) // 100 * 100, 900)
group by ranges.lower
order by ranges.lower;
