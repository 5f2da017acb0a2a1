-- One row for each pair of collections: the score, on the second, of the checkpoint that is best on the first. Which of these
-- scores may be reported, and which are lucky?
--
-- source: SIGIR'21 resource paper, section 4 (rankers A, B and C, and which of their scores may be reported)
-- grain: selected_on, collection
-- params:
--   dev_collection: collection of the dev set; its runs are the checkpoints
--   dev_measure: measure on the dev set
--   test_measure: measure on the other collections
-- columns:
--   selected_on: collection on which the checkpoint is best
--   run_id: best checkpoint; the earliest, if several have the best score to four decimals
--   checkpoint: number of the checkpoint
--   collection: collection on which the checkpoint is scored
--   value: score of the checkpoint on collection
--   best_value: highest score of any checkpoint on collection
--   shortfall: best_value - value
--   is_valid: whether the score may be reported: the checkpoint was selected on the dev set and scored on another collection
-- needs: runs
-- example: from validity.checkpoint_selection('msmarco-v1-dev-docs', 'recip_rank', 'ndcg_cut_10') where is_valid
create or replace macro validity.checkpoint_selection(dev_collection, dev_measure, test_measure) as table
    with scores as (
        select
            checkpoint_scores.collection,
            checkpoint_scores.run_id,
            checkpoint_scores.checkpoint,
            checkpoint_scores.value,
            checkpoint_scores.is_dev,
            max(checkpoint_scores.value) over (partition by checkpoint_scores.collection) as best_value,
            row_number() over (
                partition by checkpoint_scores.collection
                order by round(checkpoint_scores.value, 4) desc, checkpoint_scores.checkpoint
            ) as place,
        from validity.checkpoint_scores(dev_collection, dev_measure, test_measure) as checkpoint_scores
    )

    select
        selected.collection as selected_on,
        selected.run_id,
        selected.checkpoint,
        scores.collection,
        scores.value,
        scores.best_value,
        scores.best_value - scores.value as shortfall,
        selected.is_dev and not scores.is_dev as is_valid,
    from scores as selected
    inner join scores on selected.run_id = scores.run_id
    where selected.place = 1;
