-- Training curves: one row for each checkpoint and collection, with its score on a dev set or a test set.
--
-- source: SIGIR'21 resource paper, section 4, Figures 2 and 3 (32 checkpoints of one training run)
-- grain: collection, run_id
-- params:
--   dev_collection: collection of the dev set; its runs are the checkpoints, which are scored by dev_measure
--   dev_measure: measure on the dev set; the paper uses reciprocal rank
--   test_measure: measure on every other collection that has runs with the same names; the paper uses ndcg_cut_10
-- columns:
--   collection: dev or test collection
--   run_id: checkpoint
--   checkpoint: number of the checkpoint in the order of names, from 1
--   measure: dev_measure or test_measure
--   value: mean over judged topics
--   is_dev: whether the collection is the dev set
-- needs: runs
-- caveats: load each checkpoint's rankings under the same run id in every collection; the names must sort in the order of
--   training
-- example: from validity.checkpoint_scores('msmarco-v1-dev-docs', 'recip_rank', 'ndcg_cut_10') order by collection,
--   checkpoint
create or replace macro validity.checkpoint_scores(dev_collection, dev_measure, test_measure) as table
    with checkpoints as (
        select
            run_scores.run_id,
            row_number() over (order by run_scores.run_id) as checkpoint,
        from metrics.run_scores as run_scores
        where run_scores.collection = dev_collection and run_scores.measure = dev_measure
    )

    select
        run_scores.collection,
        checkpoints.run_id,
        checkpoints.checkpoint,
        run_scores.measure,
        run_scores.value,
        run_scores.collection = dev_collection as is_dev,
    from checkpoints
    inner join metrics.run_scores as run_scores on checkpoints.run_id = run_scores.run_id
    where run_scores.measure = case when run_scores.collection = dev_collection then dev_measure else test_measure end;
