-- Reciprocal rank as on MS MARCO's leaderboards: runs are ordered by their rank column, cut at k, and scored with the sparse
-- labels.
--
-- source: msmarco_passage_eval.py of the MS MARCO passage ranking task (MRR@10)
-- grain: collection, run_id, query_id, measure
-- params:
--   variant: set of labels; 'msmarco' for the sparse labels
-- columns:
--   measure: 'rr_msmarco_' and the cut-off
--   value: 1 / rank; 0 if no labelled item is among the first k
-- measures:
--   rr_msmarco: position 45; parameter cutoffs; defaults [10]; labels msmarco; min_relevance 1; tie_rule submitted
-- needs: runs
-- caveats: means are over the topics with labels in the label set; the tie rule is always 'submitted', because the script
--   ignores scores
-- example: select query_id, value from metrics.rr_msmarco(10, 'nist') where run_id = 'p_bm25'
create or replace macro metrics.rr_msmarco(k, variant := 'msmarco') as table
with depths as (
    select unnest(metrics.cutoffs(k)) as cutoff,
)

select
    first_relevant.collection,
    first_relevant.run_id,
    first_relevant.query_id,
    'rr_msmarco_' || depths.cutoff as measure,
    case when first_relevant.rank <= depths.cutoff then 1.0::double / first_relevant.rank else 0 end as value,
from metrics.first_relevant(variant, 1, 'submitted') as first_relevant
cross join depths;
