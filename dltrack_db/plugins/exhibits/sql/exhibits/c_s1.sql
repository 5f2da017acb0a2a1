-- Number of tracks, runs and topics in the study.
--
-- source: Atomized Search Length, section 4.1 (76 TREC tracks)
-- grain: item
-- columns:
--   item: 'tracks', 'runs' or 'queries'
--   count: number of tracks, runs or topics
-- caveats: covers the loaded collections with at least five runs, not the paper's 76 tracks
-- example: from exhibits.c_s1
create or replace view exhibits.c_s1 as
with tracks as (
    select
        best_scores.collection,
        best_scores.num_runs,
    from search_length.best_scores(min_relevance := 1, is_padded := false) as best_scores
    where best_scores.measure = 'map' and best_scores.num_runs >= 5
),

topics as (
    select
        topic_statistics.collection,
        count(*) as num_topics,
    from judging.topic_statistics as topic_statistics
    group by topic_statistics.collection
),

totals as (
    select
        count(*) as num_tracks,
        coalesce(sum(tracks.num_runs), 0)::bigint as num_runs,
        coalesce(sum(topics.num_topics), 0)::bigint as num_topics,
    from tracks
    left join topics on tracks.collection = topics.collection
)

select
    unnest(['tracks', 'runs', 'queries']) as item,
    unnest([totals.num_tracks, totals.num_runs, totals.num_topics]) as count,
from totals;
