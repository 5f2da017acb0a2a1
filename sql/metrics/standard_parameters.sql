-- The cut-offs, recall levels and other parameters of the standard scores: the defaults of each measure, and the depths that
-- conventions of the collections add.
--
-- source: metrics.measures; main.collections (overview_depth, ncg_depth)
-- grain: measure, parameter
-- columns:
--   measure: measure without its parameter
--   parameter: cut-off, recall level or other parameter
-- example: select parameter from metrics.standard_parameters where measure = 'P' order by parameter
create or replace view metrics.standard_parameters as
with usual as (
    select
        measures.measure,
        unnest(measures.defaults) as parameter,
    from metrics.measures as measures
),

conventions as (
    select
        unnest(['map_cut', 'recip_rank_cut', 'ncg_cut']) as measure,
        unnest([collections.overview_depth, collections.overview_depth, collections.ncg_depth]) as parameter,
    from main.collections as collections
)

select
    usual.measure,
    usual.parameter,
from usual
union
select
    conventions.measure,
    conventions.parameter::double as parameter,
from conventions
where conventions.parameter is not null;
