-- One row for each of two comparisons of checkpoints: is a checkpoint that is best on one test set significantly better?
--
-- source: SIGIR'21 resource paper, section 4 (32 checkpoints); values from validity.lucky_checkpoints
-- grain: comparison
-- columns:
--   comparison: the two checkpoints (exhibits.b_f2) and the topics, e.g. 'B against C on 2019'
--   p_value: p-value of the paired two-sided t-test over topics
-- caveats: needs your own checkpoints, because the paper's 32 checkpoints are not published. Load each checkpoint as a run
--   of the same name in msmarco-v1-dev-docs, trec2019-docs and trec2020-docs; the names must sort in the order of
--   training
-- example: from exhibits.b_s1
create or replace view exhibits.b_s1 as
select
    'B against C on 2019' as comparison,
    lucky_checkpoints.p_value,
from validity.lucky_checkpoints('msmarco-v1-dev-docs', 'recip_rank', 'ndcg_cut_10') as lucky_checkpoints
where
    lucky_checkpoints.collection = 'trec2019-docs'
    and lucky_checkpoints.selected_on = 'trec2019-docs'
    and lucky_checkpoints.compared_with = 'trec2020-docs';
