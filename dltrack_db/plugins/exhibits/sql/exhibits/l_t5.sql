-- One row for each submitted run of round 5 of TREC-COVID, with the measures that NIST printed.
--
-- source: Scores of round 5, TREC Browser and NIST's archive (main.official_scores); values from published.round_tables
-- grain: run_id
-- columns:
--   run_id: name of the run in NIST's archive
--   p_20, bpref, map, ndcg_cut_20, rbp_p5
-- caveats: contains only runs verified to be those of NIST's archive
-- example: from exhibits.l_t5
create or replace view exhibits.l_t5 as
select
    round_tables.run_id,
    round_tables.p_20,
    round_tables.bpref,
    round_tables.map,
    round_tables.ndcg_cut_20,
    round_tables.rbp_p5,
from published.round_tables as round_tables
where round_tables.collection = 'trec-covid-round5'
order by round_tables.run_id;
