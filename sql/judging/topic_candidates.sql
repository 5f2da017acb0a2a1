-- Topics with a sparse label, and whether each meets the track's criterion for assessment: neither too easy nor impossible for
-- the median run.
--
-- source: TREC 2019 overview, section 4 (0 < median RR (MS) <= 0.5 over the document runs); SIGIR 2021 resource paper,
--     section 3
-- grain: collection, query_id
-- columns:
--   query_id: topic with a sparse label
--   num_runs: submitted runs that are loaded
--   median_rr_ms: median over the loaded submitted runs of the reciprocal rank of the first item with a sparse label; 0 if no
--     such item is retrieved
--   is_candidate: whether the median is above 0 and at most 0.5
--   is_judged: whether the topic is in the official labels
-- needs: runs, sparse labels
-- caveats: requires the sparse labels of the test topics (variant 'msmarco'); runs are not cut, because the papers name no
--   cut-off
create or replace view judging.topic_candidates as
with
submitted_runs as (
    select
        collection,
        run_id,
    from main.runs
    where is_submission and source_file is not null
),

sparse_topics as (
    select distinct
        collection,
        query_id,
    from labels.counted
    where variant = 'msmarco' and relevance > 0
),

reciprocal_ranks as (
    select
        sparse_topics.collection,
        sparse_topics.query_id,
        submitted_runs.run_id,
        coalesce(1.0::double / first_relevant.rank, 0) as rr_ms,
    from sparse_topics
    inner join submitted_runs
        on sparse_topics.collection = submitted_runs.collection
    left join metrics.first_relevant('msmarco', 1, null) as first_relevant
        on
            sparse_topics.collection = first_relevant.collection
            and sparse_topics.query_id = first_relevant.query_id
            and submitted_runs.run_id = first_relevant.run_id
),

medians as (
    select
        collection,
        query_id,
        count(*) as num_runs,
        median(rr_ms) as median_rr_ms,
    from reciprocal_ranks
    group by collection, query_id
)

select
    medians.collection,
    medians.query_id,
    medians.num_runs,
    medians.median_rr_ms,
    medians.median_rr_ms > 0 and medians.median_rr_ms <= 0.5 as is_candidate,
    topic_statistics.query_id is not null as is_judged,
from medians
left join judging.topic_statistics
    on medians.collection = topic_statistics.collection and medians.query_id = topic_statistics.query_id;
