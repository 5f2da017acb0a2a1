-- A score as a 4-byte float, as trec_eval up to 9.0.7 compares scores; infinite if the score is too large for a float.
--
-- source: trec_eval 9.0.8 form_res_rels.c (float sim), get_trec_results.c (atof)
-- params:
--   score: score as submitted
-- returns: float
-- example: select metrics.float_score(1e39), metrics.float_score(0.1) = metrics.float_score(0.100000001)
create or replace macro metrics.float_score(score) as
    coalesce(try_cast(score as float), sign(score) * 'inf'::float);
