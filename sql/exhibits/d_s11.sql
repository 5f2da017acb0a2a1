-- The best traditional run of 2021 on short and on long topics.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from systems.query_length_best
-- grain: task
-- columns:
--   best_trad_short: highest mean NDCG@10 of a traditional run over the short topics
--   best_trad_long: the same over the long topics
--   difference: best_trad_short - best_trad_long
-- caveats: over the runs that are loaded; the best runs on the two subsets may be different ones
-- example: from exhibits.d_s11
create or replace view exhibits.d_s11 as
select
    collections.task,
    max(best.value) filter (where best.subset = 'short') as best_trad_short,
    max(best.value) filter (where best.subset = 'long') as best_trad_long,
    max(best.value) filter (where best.subset = 'short') - max(best.value) filter (where best.subset = 'long')
        as difference,
from systems.query_length_best as best
inner join catalog.track_collections as collections on best.collection = collections.collection
where collections.year = 2021 and best.category = 'trad'
group by collections.task
order by collections.task;
