-- Scores of the submitted passage runs by NIST's and by SynDL's labels; the paper prints the best five of each year.
--
-- source: SynDL (Rahmani et al. 2024), Table 3; values from labels.submitted_run_scores
-- grain: year, run_id
-- columns:
--   nist_ndcg_cut_5: mean nDCG@5 by NIST's labels
--   nist_ndcg_cut_10: mean nDCG@10 by NIST's labels
--   nist_ndcg_cut_100: mean nDCG@100 by NIST's labels
--   nist_map: mean AP by NIST's labels, with relevance from grade 1
--   syndl_ndcg_cut_5: mean nDCG@5 by SynDL's labels
--   syndl_ndcg_cut_10: mean nDCG@10 by SynDL's labels
--   syndl_ndcg_cut_100: mean nDCG@100 by SynDL's labels
--   syndl_map: mean AP by SynDL's labels, with relevance from grade 1
-- caveats: see exhibits.f_f1. This AP is not the official AP of the passage task, which uses relevance from grade 2
-- example: from exhibits.f_t3 where year = 2021 limit 5
create or replace view exhibits.f_t3 as
select
    collections.year,
    scores.run_id,
    max(scores.value) filter (where scores.variant = 'nist' and scores.measure = 'ndcg_cut_5') as nist_ndcg_cut_5,
    max(scores.value) filter (where scores.variant = 'nist' and scores.measure = 'ndcg_cut_10') as nist_ndcg_cut_10,
    max(scores.value) filter (where scores.variant = 'nist' and scores.measure = 'ndcg_cut_100') as nist_ndcg_cut_100,
    max(scores.value) filter (where scores.variant = 'nist' and scores.measure = 'map') as nist_map,
    max(scores.value) filter (where scores.variant = 'syndl-gpt4-all-years' and scores.measure = 'ndcg_cut_5') as syndl_ndcg_cut_5,
    max(scores.value) filter (where scores.variant = 'syndl-gpt4-all-years' and scores.measure = 'ndcg_cut_10') as syndl_ndcg_cut_10,
    max(scores.value) filter (where scores.variant = 'syndl-gpt4-all-years' and scores.measure = 'ndcg_cut_100') as syndl_ndcg_cut_100,
    max(scores.value) filter (where scores.variant = 'syndl-gpt4-all-years' and scores.measure = 'map') as syndl_map,
from labels.submitted_run_scores as scores
inner join catalog.track_collections as collections on scores.collection = collections.collection
where
    scores.variant in ('nist', 'syndl-gpt4-all-years')
    and collections.task = 'passages'
    and collections.edition.starts_with('trec20')
    and scores.measure in ('map', 'ndcg_cut_5', 'ndcg_cut_10', 'ndcg_cut_100')
group by collections.year, scores.run_id
order by collections.year asc, nist_ndcg_cut_10 desc, scores.run_id asc;
