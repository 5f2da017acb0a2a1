-- How do I get a measure at any cut-off?
-- Table macros take any list of cut-offs; they give one row per run, topic and cut-off.
select
    run_id,
    measure,
    round(avg(value), 4) as mean,
from metrics.ndcg([3, 7])
where collection = 'sample-passages' and run_id in ('p_bm25', 'alder_p2')
group by run_id, measure
order by run_id, measure
