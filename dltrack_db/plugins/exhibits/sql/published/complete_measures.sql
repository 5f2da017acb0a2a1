-- One row for each collection and measure with a score for every submitted run, so that the best run is certain.
--
-- source: published.known_runs, published.complete_labels, main.collections
-- grain: collection, measure
-- columns:
--   measure: 'recip_rank', 'ndcg_cut_10' or 'map': measures of the overviews with published scores per topic
--   is_ranked: true if all submitted rankings are loaded; false if some scores are published scores per topic
-- example: from published.complete_measures where measure = 'ndcg_cut_10'
create or replace view published.complete_measures as
with measures as (
    select unnest(['recip_rank', 'ndcg_cut_10', 'map']) as measure,
),

counted as (
    select
        known_runs.collection,
        measures.measure,
        count(*) as num_known,
        count(*) filter (where known_runs.is_ranked) as num_ranked,
    from published.known_runs as known_runs
    cross join measures
    where known_runs.is_ranked or list_contains(known_runs.measures, measures.measure)
    group by known_runs.collection, measures.measure
)

select
    counted.collection,
    counted.measure,
    counted.num_ranked >= collections.expected_runs as is_ranked,
from counted
inner join main.collections as collections
    on
        counted.collection = collections.collection
        and counted.num_known >= collections.expected_runs
inner join published.complete_labels as complete_labels
    on
        counted.collection = complete_labels.collection
        and collections.qrels_variant = complete_labels.variant
where complete_labels.is_complete;
