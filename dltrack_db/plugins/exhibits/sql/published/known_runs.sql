-- One row for each submitted run with a verified ranking or verified scores per topic. Printed numbers are computed from
-- these runs.
--
-- source: published.run_identity, published.score_identity, metrics.stand_in_scores
-- grain: collection, run_id
-- columns:
--   is_ranked: whether the ranking is loaded, so that every measure can be computed
--   measures: measures with loaded scores per topic by the official labels; null if the ranking is loaded
-- caveats: the only definition of a usable run; exhibits, the overviews' tables, published.requirement_parts and
--   published.comparison all use this view
-- example: select collection, is_ranked, count(*) from published.known_runs group by all
create or replace view published.known_runs as
select
    run_identity.collection,
    run_identity.run_id,
    true as is_ranked,
    null::varchar[] as measures,
from published.run_identity as run_identity
where run_identity.is_submitted
union all
select
    score_identity.collection,
    score_identity.run_id,
    false as is_ranked,
    list(distinct stand_in.measure) as measures,
from published.score_identity as score_identity
inner join main.stand_in_scores as stand_in
    on
        score_identity.collection = stand_in.collection
        and score_identity.run_id = stand_in.run_id
inner join main.collections as collections
    on
        score_identity.collection = collections.collection
        and score_identity.variant = collections.qrels_variant
where score_identity.is_known
group by score_identity.collection, score_identity.run_id;
