-- What a score counts when a run is put in order, largest first. Everything that orders a run orders by this and then
-- by doc_id, descending bytewise.
--
-- source: trec_eval form_res_rels.c: float up to 9.0.7 and in pytrec_eval, double in 9.0.8 and 10
-- params:
--   score: score as submitted
--   tie_rule: 'float' compares scores as 4-byte floats, any other rule as they are
-- returns: double
-- caveats: the rule 'submitted' orders by the rank column first, and only equal ranks by this
-- example: select metrics.score_key(0.123456789, 'float') = metrics.score_key(0.123456788, 'float')
create or replace macro metrics.score_key(score, tie_rule) as
    case when tie_rule = 'float' then metrics.float_score(score)::double else score end;
