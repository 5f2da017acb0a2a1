-- Expected precision at a relevant item if only a sample of the pool above the item is judged.
--
-- source: trec_eval m_infap.c (epsilon 0.00001); Yilmaz and Aslam, CIKM 2006, equation 2
-- params:
--   rank: position of the relevant item
--   num_rel_above: relevant items above the item
--   num_nonrel_above: items above the item that are judged not relevant
--   num_unjudged_above: items above the item that are pooled but not judged
-- returns: expected precision, from 0 to 1
-- example: select metrics.inferred_precision(3, 1, 0, 1)
create or replace macro metrics.inferred_precision(rank, num_rel_above, num_nonrel_above, num_unjudged_above) as
    case
        when rank = 1 then 1.0::double
        else
            1.0::double / rank
            + (rank - 1.0::double) / rank
            * ((num_rel_above + num_nonrel_above + num_unjudged_above) / (rank - 1.0::double))
            * ((num_rel_above + 0.00001::double) / (num_rel_above + num_nonrel_above + 2 * 0.00001::double))
    end;
