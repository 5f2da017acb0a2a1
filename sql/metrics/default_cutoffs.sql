-- The default cut-offs of trec_eval.
--
-- source: trec_eval 10 m_P.c, m_recall.c, m_ndcg_cut.c, m_map_cut.c, m_rel_P.c (default parameters)
-- returns: list of integers
-- example: select * from metrics.precision_at(metrics.default_cutoffs())
create or replace macro metrics.default_cutoffs() as
    [5, 10, 15, 20, 30, 100, 200, 500, 1000];
