-- One row for each submitted run of round 2 of TREC-COVID, with the measures that NIST printed.
--
-- source: Scores of round 2, TREC Browser and NIST's archive (main.official_scores); values from published.round_tables
-- grain: run_id
-- columns:
--   run_id: name of the run in NIST's archive
--   p_5, bpref, map, ndcg_cut_10, rbp_p5
-- caveats: contains only runs verified to be those of NIST's archive
-- example: from exhibits.l_t2
create or replace view exhibits.l_t2 as
select
    round_tables.run_id,
    round_tables.p_5,
    round_tables.bpref,
    round_tables.map,
    round_tables.ndcg_cut_10,
    round_tables.rbp_p5,
from published.round_tables as round_tables
where round_tables.collection = 'trec-covid-round2'
order by round_tables.run_id;
