-- Does the order of equal scores matter for any run?
-- Some tools break ties by document id, some by the rank column. The difference is a choice, not a result.
select
    run_id,
    round(by_float, 4) as by_doc_id,
    round(by_submitted, 4) as by_rank_column,
    len(changed_topics) as topics_changed,
from metrics.tie_sensitivity
where collection = 'sample-passages' and measure = 'ndcg_cut_10' and value_range > 0
order by round(value_range, 12) desc, run_id
limit 5
