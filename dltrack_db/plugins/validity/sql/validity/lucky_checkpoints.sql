-- How misleading is it to choose a checkpoint on a test set? One row for each test set and pair of checkpoints, with the
-- p-value of their difference, which is meaningless.
--
-- source: SIGIR'21 resource paper, section 4 (rankers B and C on 2019: p = 0.00837)
-- grain: collection, selected_on, compared_with
-- params:
--   dev_collection: collection of the dev set; its runs are the checkpoints
--   dev_measure: measure on the dev set
--   test_measure: measure on the other collections
-- columns:
--   collection: test collection on which the two checkpoints are compared
--   selected_on: collection on which the first checkpoint was chosen
--   run_id: the first checkpoint
--   compared_with: collection on which the second checkpoint was chosen
--   other_run_id: the second checkpoint
--   value: mean of the first checkpoint
--   other_value: mean of the second checkpoint
--   num_q
--   p_value: p-value of the paired two-sided t-test over topics; 1 if both are the same checkpoint or have equal scores on
--     every topic; null if statistics.t_tests has no p-value
-- needs: runs
-- caveats: do not report these p-values, because the checkpoints were chosen on test sets. The paper does not name its test
-- example: from validity.lucky_checkpoints('msmarco-v1-dev-docs', 'recip_rank', 'ndcg_cut_10') where p_value < 0.05
create or replace macro validity.lucky_checkpoints(dev_collection, dev_measure, test_measure) as table
with picked as (
    select distinct
        checkpoint_selection.selected_on,
        checkpoint_selection.run_id,
    from validity.checkpoint_selection(dev_collection, dev_measure, test_measure) as checkpoint_selection
),

topics as (
    select
        query_scores.collection,
        query_scores.run_id,
        query_scores.query_id,
        query_scores.value,
    from metrics.query_scores as query_scores
    where query_scores.measure = test_measure and query_scores.collection <> dev_collection
),

moments as (
    select
        topics.collection,
        picked.selected_on,
        picked.run_id,
        others.selected_on as compared_with,
        others.run_id as other_run_id,
        avg(topics.value) as value,
        avg(other_topics.value) as other_value,
        count(*) as num_q,
        avg(statistics.difference(topics.value, other_topics.value)) as difference,
        statistics.spread(
            min(statistics.difference(topics.value, other_topics.value)),
            max(statistics.difference(topics.value, other_topics.value)),
            stddev_samp(statistics.difference(topics.value, other_topics.value))
        ) as deviation,
    from picked
    inner join picked as others on picked.selected_on < others.selected_on
    inner join topics on picked.run_id = topics.run_id
    inner join topics as other_topics
        on
            topics.collection = other_topics.collection
            and topics.query_id = other_topics.query_id
            and others.run_id = other_topics.run_id
    group by topics.collection, picked.selected_on, picked.run_id, others.selected_on, others.run_id
)

select
    collection,
    selected_on,
    run_id,
    compared_with,
    other_run_id,
    value,
    other_value,
    num_q,
    case
        when run_id = other_run_id or (deviation is null and difference = 0 and num_q > 1) then 1
        when deviation is not null then statistics.student_two_sided(difference / (deviation / sqrt(num_q)), num_q - 1)
    end as p_value,
from moments;
