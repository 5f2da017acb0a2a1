-- What the leaderboard of a judge and the truth do not share: runs, topics, and single scores.
--
-- source: labels.board_truth; labels.board_scores
-- grain: collection, judge, measure
-- columns:
--   judge: whose leaderboard it is
--   measure: measure of the judge
--   num_missing_runs: runs of the truth that the judge leaves out
--   missing_run: the first of them
--   num_unknown_runs: runs of the judge that the truth lacks
--   unknown_run: the first of them
--   num_missing_topics: topics of the truth that the judge leaves out
--   num_unknown_topics: topics of the judge that the truth lacks
--   num_missing_scores: scores that the judge lacks of runs and topics that it has
-- needs: runs, leaderboards
-- example: from labels.judge_gaps('ndcg_cut_10') where num_missing_runs > 0
create or replace macro labels.judge_gaps(truth := 'ndcg_cut_10', truth_judge := null) as table
with truths as materialized (
    select
        known.collection,
        known.run_id,
        known.query_id,
    from labels.board_truth(truth := truth, truth_judge := truth_judge) as known
),

judged as materialized (
    select
        scores.collection,
        scores.judge,
        scores.measure,
        scores.run_id,
        scores.query_id,
    from labels.board_scores as scores
    where
        scores.collection in (select truths.collection from truths)
        and not coalesce(scores.judge = truth_judge and scores.measure = truth, false)
),

boards as (
    select
        judged.collection,
        judged.judge,
        judged.measure,
        count(distinct judged.run_id) * count(distinct judged.query_id) - count(*) as num_missing_scores,
    from judged
    group by judged.collection, judged.judge, judged.measure
),

runs as (
    select
        known.collection,
        known.judge,
        known.measure,
        known.run_id,
        bool_or(known.is_judged) as is_judged,
        bool_or(not known.is_judged) as is_known,
    from (
        select judged.collection, judged.judge, judged.measure, judged.run_id, true as is_judged
        from judged
        union
        select boards.collection, boards.judge, boards.measure, truths.run_id, false as is_judged
        from boards
        inner join truths on boards.collection = truths.collection
    ) as known
    group by known.collection, known.judge, known.measure, known.run_id
),

topics as (
    select
        known.collection,
        known.judge,
        known.measure,
        known.query_id,
        bool_or(known.is_judged) as is_judged,
        bool_or(not known.is_judged) as is_known,
    from (
        select judged.collection, judged.judge, judged.measure, judged.query_id, true as is_judged
        from judged
        union
        select boards.collection, boards.judge, boards.measure, truths.query_id, false as is_judged
        from boards
        inner join truths on boards.collection = truths.collection
    ) as known
    where (known.collection, '') not in (select (truths.collection, truths.query_id) from truths)
    group by known.collection, known.judge, known.measure, known.query_id
)

select
    boards.collection,
    boards.judge,
    boards.measure,
    run_counts.num_missing_runs,
    run_counts.missing_run,
    run_counts.num_unknown_runs,
    run_counts.unknown_run,
    coalesce(topic_counts.num_missing_topics, 0) as num_missing_topics,
    coalesce(topic_counts.num_unknown_topics, 0) as num_unknown_topics,
    boards.num_missing_scores,
from boards
inner join (
    select
        runs.collection,
        runs.judge,
        runs.measure,
        count(*) filter (where not runs.is_judged) as num_missing_runs,
        min(runs.run_id) filter (where not runs.is_judged) as missing_run,
        count(*) filter (where not runs.is_known) as num_unknown_runs,
        min(runs.run_id) filter (where not runs.is_known) as unknown_run,
    from runs
    group by runs.collection, runs.judge, runs.measure
) as run_counts
    on
        boards.collection = run_counts.collection
        and boards.judge = run_counts.judge
        and boards.measure = run_counts.measure
left join (
    select
        topics.collection,
        topics.judge,
        topics.measure,
        count(*) filter (where not topics.is_judged) as num_missing_topics,
        count(*) filter (where not topics.is_known) as num_unknown_topics,
    from topics
    group by topics.collection, topics.judge, topics.measure
) as topic_counts
    on
        boards.collection = topic_counts.collection
        and boards.judge = topic_counts.judge
        and boards.measure = topic_counts.measure;
