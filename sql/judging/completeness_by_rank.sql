-- The share of judged items at each rank of the runs, and the share of relevant items among the judged ones.
--
-- source: TREC 2021 overview, section 4 "Completeness of judgments" (ratio of relevant to judged by rank, after Kamps
--     and Rau 2021)
-- grain: collection, is_submission, rank
-- columns:
--   is_submission: true for submitted runs, false for all other runs
--   rank: position from 1
--   num_ret: items at this rank, over all runs and judged topics
--   num_judged: items at this rank that are in the official labels
--   num_rel: items at this rank that are relevant
--   judged_share: num_judged / num_ret
--   rel_share: num_rel / num_judged; null if no item is judged
-- needs: runs
create or replace view judging.completeness_by_rank as
with
lengths as (
    select
        run_topics.collection,
        runs.is_submission,
        run_topics.num_ret,
        count(*) as num_rankings,
    from main.run_topics
    inner join main.runs
        on run_topics.collection = runs.collection and run_topics.run_id = runs.run_id
    inner join judging.topic_statistics
        on
            run_topics.collection = topic_statistics.collection
            and run_topics.query_id = topic_statistics.query_id
    group by run_topics.collection, runs.is_submission, run_topics.num_ret
),

ranks as (
    select
        collection,
        is_submission,
        unnest(range(1, max(num_ret) + 1)) as rank,
    from lengths
    group by collection, is_submission
),

retrieved as (
    select
        ranks.collection,
        ranks.is_submission,
        ranks.rank,
        sum(lengths.num_rankings) as num_ret,
    from ranks
    inner join lengths
        on
            ranks.collection = lengths.collection
            and ranks.is_submission = lengths.is_submission
            and ranks.rank <= lengths.num_ret
    group by ranks.collection, ranks.is_submission, ranks.rank
),

judged as (
    select
        judged_rankings.collection,
        runs.is_submission,
        judged_rankings.rank,
        count(*) as num_judged,
        count(*) filter (where judged_rankings.relevance >= collections.min_relevance) as num_rel,
    from main.judged_rankings
    inner join main.collections
        on
            judged_rankings.collection = collections.collection
            and judged_rankings.variant = collections.qrels_variant
    inner join main.runs
        on judged_rankings.collection = runs.collection and judged_rankings.run_id = runs.run_id
    group by judged_rankings.collection, runs.is_submission, judged_rankings.rank
)

select
    retrieved.collection,
    retrieved.is_submission,
    retrieved.rank,
    cast(retrieved.num_ret as bigint) as num_ret,
    coalesce(judged.num_judged, 0) as num_judged,
    coalesce(judged.num_rel, 0) as num_rel,
    coalesce(judged.num_judged, 0) / retrieved.num_ret as judged_share,
    judged.num_rel / judged.num_judged as rel_share,
from retrieved
left join judged
    on
        retrieved.collection = judged.collection
        and retrieved.is_submission = judged.is_submission
        and retrieved.rank = judged.rank;
