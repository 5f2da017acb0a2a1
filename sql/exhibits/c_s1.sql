-- Tracks, runs and topics of the study.
--
-- source: Atomized Search Length, section 4.1
-- grain: item
-- columns:
--   item: 'tracks', 'runs' or 'queries'
--   count: how many
-- caveats: always empty: the runs and qrels of 76 TREC tracks are needed, nearly all of them other tracks
-- example: from exhibits.c_s1
create or replace view exhibits.c_s1 as
select
    null::varchar as item,
    null::integer as count,
where false;
