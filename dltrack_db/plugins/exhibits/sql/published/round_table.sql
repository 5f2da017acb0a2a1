-- The runs of one round of TREC-COVID with the measures that NIST printed.
--
-- source: published.round_tables
-- grain: run_id
-- params:
--   round: collection, such as 'trec-covid-round1'
-- columns:
--   p_5, p_20, bpref, map, ndcg_cut_10, ndcg_cut_20
--   rbp_p5: mean rank-biased precision with p = .5; a partly relevant article gains .5, a relevant article 1
-- needs: runs
-- caveats: only runs verified to be those of NIST's archive
-- example: from published.round_table('trec-covid-round1') order by ndcg_cut_10 desc
create or replace macro published.round_table(round) as table
select * exclude (collection),
from published.round_tables as round_tables
where round_tables.collection = round;
