-- The gain of a grade in graded measures.
--
-- source: trec_eval m_ndcg.c and gain_init.c: gain = grade unless the command line gives another
-- params:
--   relevance: raw grade
-- returns: the gain; 0 for negative grades, which mean pooled but not judged
-- example: select metrics.gain(2, map {2: 3})
create or replace macro metrics.gain(relevance, gains) as
    case
        when relevance >= 0 then coalesce(cast(gains as map(integer, double))[relevance], relevance) -- noqa: LT01
        else 0
    end::double;
