-- NIST's official score of each submitted run for each measure, from the block of the run's page that follows the track's
-- convention.
--
-- source: main.official_scores; its caveats explain the blocks
-- grain: collection, run_id, measure
-- columns:
--   run_id: submitted run
--   measure: trec_eval's name of the measure
--   value: mean over the judged topics as printed, four decimals
-- caveats: uncut nDCG is excluded, because NIST computed it for the passages of 2020 to 2022 with labels without grade 1
-- example: from published.official_values where run_id = 'p_bm25'
create or replace view published.official_values as
with blocks as (
    select
        official_scores.collection,
        official_scores.run_id,
        official_scores.measure,
        official_scores.value,
        row_number() over (
            partition by official_scores.collection, official_scores.run_id, official_scores.measure
            order by official_scores.summary = 'trec_eval'
        ) as place,
    from main.official_scores as official_scores
    where official_scores.measure <> 'ndcg'
)

select
    blocks.collection,
    blocks.run_id,
    blocks.measure,
    blocks.value,
from blocks
where blocks.place = 1;
