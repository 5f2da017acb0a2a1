-- One row for each score in the overviews' tables of runs, with the score that NIST published, to check printed numbers if
-- no runs are loaded.
--
-- source: TREC 2019 overview, Tables 3 and 4; TREC 2021 overview, Tables 2 and 3; published.official_values
-- grain: exhibit, run_id, measure
-- columns:
--   exhibit: 'A-T3', 'A-T4', 'D-T2' or 'D-T3'
--   run_id
--   measure: trec_eval's name: 'recip_rank', 'ndcg_cut_10' or 'map'
--   column_name: column of the printed table: 'rr', 'ndcg_cut_10' or 'ap'
--   published: number in the overview
--   official: number on NIST's results page, in the block with the track's relevance level and tie rule
--   is_equal: whether the two numbers agree to four decimals
-- caveats: The document table of 2019 (A-T3) scores runs cut at 100 documents, but NIST's page scores whole runs: AP differs
--   for 23 full ranking runs, RR differs by at most .0004 for 6 runs. RR (MS) and NCG are not on NIST's pages.
-- example: select exhibit, measure, count(*) from published.official_agreement where not is_equal group by all
create or replace view published.official_agreement as
with run_tables as (
    select distinct
        requirements.requirement,
        requirements.collection,
    from published.requirements as requirements
    where
        requirements.kind = 'run'
        and requirements.collection not in (select official_tables.collection from published.official_tables)
),

names as (
    select
        unnest(['rr', 'ndcg_cut_10', 'ap']) as column_name,
        unnest(['recip_rank', 'ndcg_cut_10', 'map']) as measure,
)

select
    cells.exhibit,
    cells.row_key as run_id,
    names.measure,
    cells.column_name,
    cells.value as published,
    official_values.value as official,
    abs(cells.value - official_values.value) < 0.00005 as is_equal,
from published.cells as cells
inner join run_tables on cells.requirement = run_tables.requirement
inner join names on cells.column_name = names.column_name
inner join published.official_values as official_values
    on
        run_tables.collection = official_values.collection
        and cells.row_key = official_values.run_id
        and names.measure = official_values.measure;
