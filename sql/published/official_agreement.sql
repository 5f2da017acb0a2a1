-- The run tables of the overviews against NIST's own scores, cell by cell: a check of the print that needs no runs.
--
-- source: TREC 2019 overview, Tables 3 and 4; TREC 2021 overview, Tables 2 and 3; main.official_scores
-- grain: exhibit, run_id, measure
-- columns:
--   exhibit: 'A-T3', 'A-T4', 'D-T2' or 'D-T3'
--   run_id: run
--   measure: trec_eval's name: 'recip_rank', 'ndcg_cut_10' or 'map'
--   published: number in the overview
--   official: number on NIST's results page, in the block that has the track's convention
--   is_equal: whether they agree to four decimals
-- caveats: The 2019 document table (A-T3) is made of runs cut to 100, NIST's page of whole runs: AP differs for 23 full
--   ranking runs, RR by at most .0004 for 6. RR (MS) and NCG are not on NIST's pages.
-- example: select exhibit, measure, count(*) from published.official_agreement where not is_equal group by all
create or replace view published.official_agreement as
with printed as (
    unpivot (
        select
            printed_runs.exhibit,
            printed_runs.collection,
            printed_runs.run_id,
            printed_runs.rr as recip_rank,
            printed_runs.ndcg_cut_10,
            printed_runs.ap as map,
        from published.printed_runs as printed_runs
    )
    on recip_rank, ndcg_cut_10, map
    into name measure value published
),

blocks as (
    select
        official_scores.collection,
        official_scores.run_id,
        official_scores.measure,
        official_scores.value,
        row_number() over (
            partition by official_scores.collection, official_scores.run_id, official_scores.measure
            order by official_scores.summary = 'passages-eval' desc
        ) as place,
    from main.official_scores as official_scores
)

select
    printed.exhibit,
    printed.run_id,
    printed.measure,
    printed.published,
    blocks.value as official,
    abs(printed.published - blocks.value) < 0.00005 as is_equal,
from printed
inner join blocks
    on
        printed.collection = blocks.collection
        and printed.run_id = blocks.run_id
        and printed.measure = blocks.measure
where blocks.place = 1;
