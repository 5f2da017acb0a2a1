-- The name of a measure in papers, such as nDCG@10 for ndcg_cut_10.
--
-- source: the TREC Deep Learning overviews and ir_measures
-- params:
--   measure: name of a stored measure, or of a column of systems.leaderboard
-- returns: varchar; the given name if papers use no other
-- example: select metrics.printed_name('ndcg_cut_10') as printed_name
create or replace macro metrics.printed_name(measure) as
    case
        when measure in ('map', 'ap') then 'AP'
        when measure in ('recip_rank', 'rr') then 'RR'
        when measure = 'gm_map' then 'GMAP'
        when measure = 'gm_bpref' then 'GMbpref'
        when measure = 'rr_ms' then 'RR (MS)'
        when measure = 'ndcg' then 'nDCG'
        when measure = 'Rprec' then 'R-Prec'
        when measure = 'rbp_p5' then 'RBP (p = .5)'
        when measure = 'asl' then 'ASL'
        when measure = 'asl_g1' then 'ASL@g1'
        when regexp_full_match(measure, 'asl_g[0-9]+') then 'ASL@g1-' || regexp_extract(measure, '([0-9]+)$', 1)
        when regexp_full_match(measure, '(ndcg_cut|ncg_cut|map_cut|recip_rank_cut|P|recall|success|judged|err)_[0-9]+')
            then
                case regexp_extract(measure, '^(.*)_[0-9]+$', 1)
                    when 'ndcg_cut' then 'nDCG'
                    when 'ncg_cut' then 'NCG'
                    when 'map_cut' then 'AP'
                    when 'recip_rank_cut' then 'RR'
                    when 'P' then 'P'
                    when 'recall' then 'R'
                    when 'success' then 'Success'
                    when 'judged' then 'Judged'
                    when 'err' then 'ERR'
                end
                || '@' || regexp_extract(measure, '([0-9]+)$', 1)
        else measure
    end;
