-- The depths at which the standard scores are taken: trec_eval's, and those of the collections' own conventions.
--
-- source: trec_eval 10 (default parameters of P, recall, ndcg_cut, map_cut); main.collections
-- grain: measure, cutoff
-- columns:
--   measure: measure without its cut-off
--   cutoff: depth
-- example: select cutoff from metrics.standard_cutoffs where measure = 'P' order by cutoff
create or replace view metrics.standard_cutoffs as
with listed as (
    select
        unnest(['P', 'recall', 'ndcg_cut', 'map_cut']) as measure,
        [5, 10, 15, 20, 30, 100, 200, 500, 1000] as cutoffs,
    union all
    select
        unnest(['ncg_cut', 'recip_rank_cut']) as measure,
        [10, 100, 1000] as cutoffs,
),

official as (
    select
        unnest(['map_cut', 'recip_rank_cut']) as measure,
        collections.overview_depth as cutoff,
    from main.collections as collections
    union all
    select
        'ncg_cut' as measure,
        collections.ncg_depth as cutoff,
    from main.collections as collections
)

select
    listed.measure,
    unnest(listed.cutoffs) as cutoff,
from listed
union
select
    official.measure,
    official.cutoff,
from official
where official.cutoff is not null;
