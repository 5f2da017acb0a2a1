-- The measures of a collection's overview, at the depth that the overview uses.
--
-- source: TREC 2019 Deep Learning overview, tables 3 and 4; TREC 2021 overview, tables 2 and 3; main.collections
-- grain: collection, column_name
-- columns:
--   column_name: column of systems.leaderboard with the measure
--   measure: trec_eval's name, as in metrics.run_scores; recip_rank and map are cut at collections.overview_depth
--   position: position among the columns, from 1
-- example: from systems.overview_measures where collection = 'trec2019-docs' order by position
create or replace view systems.overview_measures as
with cuts as (
    select
        collections.collection,
        collections.ncg_depth,
        coalesce('_cut_' || collections.overview_depth, '') as cut,
    from main.collections as collections
),

listed as (
    select
        cuts.collection,
        unnest(['rr_ms', 'rr', 'ndcg_cut_10', 'ncg_cut_' || cuts.ncg_depth, 'ap']) as column_name,
        unnest(['rr_ms', 'recip_rank' || cuts.cut, 'ndcg_cut_10', 'ncg_cut_' || cuts.ncg_depth, 'map' || cuts.cut])
            as measure,
        generate_subscripts([1, 2, 3, 4, 5], 1) as position,
    from cuts
)

select
    listed.collection,
    listed.column_name,
    listed.measure,
    listed.position,
from listed
where listed.column_name is not null;
