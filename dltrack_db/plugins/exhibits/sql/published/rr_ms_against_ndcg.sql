-- One row for each run in the overviews' printed tables: its ranks by RR (MS) and by NDCG@10. If the two ranks differ,
-- NDCG@10 is more reliable.
--
-- source: TREC 2021 overview, section 4, paragraph "Oldness", which regards the runs with high NDCG@10 as the best; TREC 2019
--   overview, tables 3 and 4; TREC 2021 overview, tables 2 and 3
-- grain: collection, run_id
-- columns:
--   run_id: run with both measures in a printed table
--   rr_ms: printed RR (MS), mean reciprocal rank by the sparse labels
--   ndcg_cut_10: printed NDCG@10
--   rr_ms_rank: 1 + number of runs with a higher RR (MS)
--   ndcg_rank: 1 + number of runs with a higher NDCG@10
--   places: ndcg_rank - rr_ms_rank: number of ranks that the run gains by the sparse labels; negative if it loses ranks
--   num_reversed: number of runs that one measure ranks above this run and the other measure below
-- caveats: uses printed numbers, because the sparse labels of the test topics are not public. If they are loaded,
--   report.measure_pairs compares the loaded runs, and corpus.oldness(10) suggests a reason for differences
-- example: from published.rr_ms_against_ndcg where collection = 'trec2021-docs' order by abs(places) desc, run_id limit 10
create or replace view published.rr_ms_against_ndcg as
with
printed as (
    select
        printed_runs.collection,
        printed_runs.run_id,
        printed_runs.rr_ms,
        printed_runs.ndcg_cut_10,
    from published.printed_runs as printed_runs
    where printed_runs.rr_ms is not null and printed_runs.ndcg_cut_10 is not null
),

reversed as (
    select
        a.collection,
        a.run_id,
        count(*) as num_reversed,
    from printed as a
    inner join printed as b on a.collection = b.collection
    where (a.rr_ms - b.rr_ms) * (a.ndcg_cut_10 - b.ndcg_cut_10) < 0
    group by a.collection, a.run_id
),

ranked as (
    select
        printed.collection,
        printed.run_id,
        printed.rr_ms,
        printed.ndcg_cut_10,
        rank() over (partition by printed.collection order by printed.rr_ms desc) as rr_ms_rank,
        rank() over (partition by printed.collection order by printed.ndcg_cut_10 desc) as ndcg_rank,
    from printed
)

select
    ranked.collection,
    ranked.run_id,
    ranked.rr_ms,
    ranked.ndcg_cut_10,
    ranked.rr_ms_rank,
    ranked.ndcg_rank,
    ranked.ndcg_rank - ranked.rr_ms_rank as places,
    reversed.num_reversed,
from ranked
inner join reversed on ranked.collection = reversed.collection and ranked.run_id = reversed.run_id;
