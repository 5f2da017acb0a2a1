-- The score of each collection's best checkpoint on every collection: which scores may be reported, and which are lucky?
--
-- source: SIGIR'21 resource paper, section 4 (rankers A, B and C, and which of their scores may be reported)
-- grain: selected_on, collection
-- params:
--   dev_collection: collection whose runs are the checkpoints
--   dev_measure: measure on the dev set
--   test_measure: measure on the other collections
-- columns:
--   selected_on: collection whose best checkpoint this is
--   run_id: the best checkpoint; if several have the best score to four decimals, the earliest
--   checkpoint: number of the checkpoint
--   collection: collection that the checkpoint is scored on
--   value: score of the checkpoint on this collection
--   best_value: highest score of any checkpoint on this collection
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
