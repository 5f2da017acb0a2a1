-- One row for each judge's leaderboard: how many runs, topics and scores the leaderboard or the reference does not have.
--
-- source: labels.board_truth; labels.board_scores
-- grain: collection, judge, measure
-- columns:
--   judge: name of the leaderboard's judge
--   measure: measure of the judge
--   num_missing_runs: number of runs of the reference that the judge does not score
--   missing_run: first of the missing runs, by name
--   num_unknown_runs: number of runs of the judge that the reference does not have
--   unknown_run: first of the unknown runs, by name
--   num_missing_topics: number of topics of the reference that the judge does not score
--   num_unknown_topics: number of topics of the judge that the reference does not have
--   num_missing_scores: number of pairs of a run and a topic of the judge without a score by the judge
-- needs: runs, leaderboards
-- example: from labels.judge_gaps('ndcg_cut_10') where num_missing_runs > 0
create or replace macro labels.judge_gaps(truth := 'ndcg_cut_10', truth_judge := null) as table
with truths as materialized (
    select
        known.collection,
        known.run_id,
        known.query_id,
    from labels.board_truth(truth := truth, truth_judge := truth_judge) as known
    left join systems.submitted_runs as submitted
        on known.collection = submitted.collection and known.run_id = submitted.run_id
    -- judges are not expected to score runs that were not submitted
    qualify
        submitted.run_id is not null
        or not bool_or(submitted.run_id is not null) over (partition by known.collection)
        or known.run_id in (select scores.run_id, from labels.board_scores as scores where scores.collection = known.collection)
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

names as (
    select
        known.collection,
        known.judge,
        known.measure,
        known.kind,
        known.name,
        bool_or(known.is_judged) as is_judged,
        bool_or(not known.is_judged) as is_known,
    from (
        select judged.collection, judged.judge, judged.measure, 'run' as kind, judged.run_id as name, true as is_judged
        from judged
        union
        select judged.collection, judged.judge, judged.measure, 'topic' as kind, judged.query_id as name, true as is_judged
        from judged
        union
        select boards.collection, boards.judge, boards.measure, 'run' as kind, truths.run_id as name, false as is_judged
        from boards
        inner join truths on boards.collection = truths.collection
        union
        select boards.collection, boards.judge, boards.measure, 'topic' as kind, truths.query_id as name, false as is_judged
        from boards
        inner join truths on boards.collection = truths.collection
    ) as known
    -- a reference that consists of means has no topics
    where known.kind = 'run' or (known.collection, '') not in (select (truths.collection, truths.query_id) from truths)
    group by known.collection, known.judge, known.measure, known.kind, known.name
)

select
    boards.collection,
    boards.judge,
    boards.measure,
    count(*) filter (where names.kind = 'run' and not names.is_judged) as num_missing_runs,
    min(names.name) filter (where names.kind = 'run' and not names.is_judged) as missing_run,
    count(*) filter (where names.kind = 'run' and not names.is_known) as num_unknown_runs,
    min(names.name) filter (where names.kind = 'run' and not names.is_known) as unknown_run,
    count(*) filter (where names.kind = 'topic' and not names.is_judged) as num_missing_topics,
    count(*) filter (where names.kind = 'topic' and not names.is_known) as num_unknown_topics,
    any_value(boards.num_missing_scores) as num_missing_scores,
from boards
inner join names
    on boards.collection = names.collection and boards.judge = names.judge and boards.measure = names.measure
group by boards.collection, boards.judge, boards.measure;
