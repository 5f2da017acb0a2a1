-- The first sort key of a retrieved item: runs are sorted by the key, largest first, and items with equal keys are tied.
--
-- source: trec_eval form_res_rels.c
-- params:
--   tie_rule: 'float', 'double', 'submitted' or 'ascending', see metrics.place
--   score: score as submitted
-- returns: double
-- caveats: metrics.place orders tied items
-- example: select metrics.order_key('float', 7, 0.1234567892) = metrics.order_key('float', 8, 0.1234567891)
create or replace macro metrics.order_key(tie_rule, submitted_rank, score) as
    case tie_rule
        when 'submitted' then -submitted_rank::double
        when 'float' then metrics.float_score(score)::double
        else score
    end;
