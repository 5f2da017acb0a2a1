-- Whether a measure treats unjudged items as not relevant.
--
-- source: with judged_only=True, ir_measures removes unjudged items; bpref (Buckley and Voorhees 2004) ignores unjudged items;
--   infAP, xinfAP and infNDCG (Yilmaz, Kanoulas and Aslam 2008) estimate the relevance of unjudged items
-- params:
--   measure: measure name in the syntax of trec_eval or ir_measures
-- returns: boolean
-- example: select metrics.counts_unjudged('ndcg_cut_10'), metrics.counts_unjudged('nDCG(judged_only=True)@10')
create or replace macro metrics.counts_unjudged(measure) as
    not contains(lower(measure), 'judged_only=true')
    and lower(metrics.base_name(measure)) not in ('bpref', 'gm_bpref', 'infap', 'xinfap', 'infndcg');
