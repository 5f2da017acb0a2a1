-- How do runs rank under another set of labels?
-- Any variant in `main.qrels` will do, for example one loaded with `dltrack ingest qrels FILE --labels NAME`.
select
    run_id,
    round(avg(value), 4) as rr_by_sparse_labels,
from metrics.recip_rank(variant := 'msmarco', min_relevance := 1)
where collection = 'sample-passages'
group by run_id
order by rr_by_sparse_labels desc, run_id
limit 5
