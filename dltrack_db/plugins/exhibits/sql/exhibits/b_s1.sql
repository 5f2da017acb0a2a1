-- Is a checkpoint that is lucky on one test set significantly better? The p-values of two comparisons.
--
-- source: SIGIR'21 resource paper, section 4 (32 checkpoints); values from validity.lucky_checkpoints
-- grain: comparison
-- columns:
--   comparison: checkpoints compared, and on which topics
--   p_value: p-value of the paired two-sided t-test over topics
-- caveats: needs your own checkpoints, because the paper's 32 are not published: runs of msmarco-v1-dev-docs whose
--   names sort by training, and the runs of the same names in trec2019-docs and trec2020-docs
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
