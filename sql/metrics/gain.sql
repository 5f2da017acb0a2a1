-- The gain of a grade in graded measures.
--
-- source: trec_eval m_ndcg.c and gain_init.c: gain = grade unless the command line sets another gain
-- params:
--   relevance: raw grade
--   label: label as given, if the label set has fractions (gains is then ignored); otherwise null
-- returns: the gain; 0 for negative grades, which mean pooled but not judged
-- example: select metrics.gain(2, null, map {2: 3}), metrics.gain(0, 0.1, null)
create or replace macro metrics.gain(relevance, label, gains) as
    case
        when relevance < 0 then 0
        when label is not null then label
        when relevance >= 0 then coalesce(cast(gains as map(integer, double))[relevance], relevance) -- noqa: LT01
        else 0
    end::double;
