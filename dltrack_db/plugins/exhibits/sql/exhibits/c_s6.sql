-- Share of the relevant documents that effectively determine a run's MAP: mean over tracks.
--
-- source: Atomized Search Length, section 3.2 and appendix A.1 (76 TREC tracks); values from
--   search_length.effective_share
-- grain: measure
-- columns:
--   measure: 'map'
--   share_percent: mean share over the tracks, 0 to 100
--   share_sd: standard deviation of the share over the tracks
-- caveats: covers the loaded collections with at least five runs, not the paper's 76 tracks
-- example: from exhibits.c_s6
create or replace view exhibits.c_s6 as
with tracks as (
    select
        effective_share.collection,
        100 * avg(effective_share.effective_share) as share_percent,
    from search_length.effective_share(min_relevance := 1, is_padded := false) as effective_share
    semi join judging.compared_runs as compared_runs
        on
            effective_share.collection = compared_runs.collection
            and effective_share.run_id = compared_runs.run_id
    group by effective_share.collection
    having count(*) >= 5
)

select
    'map' as measure,
    avg(tracks.share_percent) as share_percent,
    stddev_samp(tracks.share_percent) as share_sd,
from tracks;
