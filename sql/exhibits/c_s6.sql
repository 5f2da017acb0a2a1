-- The share of the relevant documents that MAP looks at.
--
-- source: Atomized Search Length, section 3.2 and appendix A.1
-- grain: measure
-- columns:
--   measure: 'map'
--   share_percent: mean over the tracks, 0 to 100
--   share_sd: standard deviation over the tracks
-- caveats: always empty: the runs and qrels of 76 TREC tracks are needed, nearly all of them other tracks;
--   search_length.effective_share computes it for the collections at hand
-- example: from exhibits.c_s6
create or replace view exhibits.c_s6 as
select
    null::varchar as measure,
    null::double as share_percent,
    null::double as share_sd,
where false;
