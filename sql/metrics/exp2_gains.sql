-- A map from each grade to the gain 2^grade - 1, for the parameter gains of graded measures.
--
-- source: Burges et al., ICML 2005; gdeval.pl of the TREC Web track
-- returns: map from grade to gain for grades 1 to 30
-- example: select * from metrics.ndcg(10, gains := metrics.exp2_gains())
create or replace macro metrics.exp2_gains() as
    map_from_entries([(grade, 2.0::double ** grade - 1) for grade in range(1, 31)]);
