-- The eleven recall levels of trec_eval.
--
-- source: trec_eval 10 m_iprec_at_recall.c, m_11pt_avg.c (default parameters)
-- returns: list of numbers
-- example: select * from metrics.iprec_at_recall(metrics.recall_levels())
create or replace macro metrics.recall_levels() as
    [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]::double[];
