-- The best MAP of each of 76 TREC tracks: a histogram.
--
-- source: Atomized Search Length, Figure 3
-- grain: range
-- columns:
--   range: range of map
--   tracks: tracks whose best run is in the range
--   share: their share of the tracks, 0 to 1
-- caveats: always empty: the runs and qrels of 76 TREC tracks are needed, nearly all of them other tracks;
--   search_length.best_score_histogram draws it over the collections at hand
-- example: from exhibits.c_f3
create or replace view exhibits.c_f3 as
select
    null::varchar as range,
    null::integer as tracks,
    null::double as share,
where false;
