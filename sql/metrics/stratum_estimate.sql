-- Expected number of relevant items among some items of a stratum, estimated from the judged ones.
--
-- source: NIST's sample_eval.pl (smoothed by 0.00001); Yilmaz, Kanoulas and Aslam, SIGIR 2008
-- params:
--   num_items: number of items
--   num_judged: number of judged items among the num_items items
--   num_rel: number of relevant items among the num_items items
-- returns: expected number, from 0 to num_items
-- example: select metrics.stratum_estimate(10, 4, 2)
create or replace macro metrics.stratum_estimate(num_items, num_judged, num_rel) as
    num_items * (num_rel + 0.00001::double) / (num_judged + 0.00003::double);
