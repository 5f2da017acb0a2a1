-- NDCG@10 of the document runs of 2021 by actual and by inferred document labels: two scatter plots.
--
-- source: TREC 2021 Deep Learning overview, Figure 9; values from labels.inferred_scores
-- grain: documents, run_id
-- columns:
--   documents: 'all' for all labels of each label set (left plot); 'common' for documents with both labels (right plot)
--   run_id
--   category: 'nnlm', 'nn' or 'trad'
--   ndcg_cut_10_actual: mean NDCG@10 by the official labels
--   ndcg_cut_10_inferred: mean NDCG@10 by the labels inferred from passages
-- caveats: loaded runs only; empty if the documents of the judged passages are not loaded
-- example: from exhibits.d_f9
create or replace view exhibits.d_f9 as
select
    inferred_scores.documents,
    inferred_scores.run_id,
    inferred_scores.category,
    inferred_scores.ndcg_cut_10_actual,
    inferred_scores.ndcg_cut_10_inferred,
from labels.inferred_scores as inferred_scores
where inferred_scores.collection = 'trec2021-docs' and inferred_scores.rule = 'max'
order by inferred_scores.documents asc, inferred_scores.ndcg_cut_10_actual desc, inferred_scores.run_id asc;
