-- The name of a measure without its parameters: of 'ndcg_cut_10' 'ndcg_cut', of 'nDCG(dcg=exp-log2)@10' 'nDCG'.
--
-- source: trec_eval writes parameters behind '_', ir_measures in parentheses and behind '@'
-- params:
--   measure: name of a stored value or of a request
-- returns: varchar
-- example: select metrics.base_name('unj_10'), metrics.base_name('Judged@10'), metrics.base_name('map')
create or replace macro metrics.base_name(measure) as
    regexp_extract(measure, '^(.*?)(_g?[0-9.]+(-[0-9]+)?)?([(@].*)?$', 1);
