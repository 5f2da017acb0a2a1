-- One row for each run of a round of TREC-COVID, with the measures that NIST printed.
--
-- source: published.round_tables
-- grain: run_id
-- params:
--   round: collection of the round, e.g. 'trec-covid-round1'
-- columns:
--   p_5, p_20, bpref, map, ndcg_cut_10, ndcg_cut_20, rbp_p5
-- needs: runs
-- caveats: contains only runs verified to be those of NIST's archive
-- example: from published.round_table('trec-covid-round1') order by ndcg_cut_10 desc
create or replace macro published.round_table(round) as table
select * exclude (collection),
from published.round_tables as round_tables
where round_tables.collection = round;
