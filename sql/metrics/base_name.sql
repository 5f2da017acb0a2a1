-- The name of a measure without its parameters: 'ndcg_cut' for 'ndcg_cut_10', 'nDCG' for 'nDCG(dcg=exp-log2)@10'.
--
-- source: trec_eval writes parameters after '_', ir_measures in parentheses and after '@'
-- params:
--   measure: name of a stored measure, or a measure as users request it
-- returns: varchar
-- example: select metrics.base_name('unj_10'), metrics.base_name('Judged@10'), metrics.base_name('map')
create or replace macro metrics.base_name(measure) as
    regexp_extract(measure, '^(.*?)(_g?[0-9.]+(-[0-9]+)?)?([(@].*)?$', 1);
