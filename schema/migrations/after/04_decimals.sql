-- Sets the decimals of published scores, which dltrack 0.2 did not store, to the maximum that the values of a set need. If
-- the checksum of a load was correct, it is replaced by the checksum of the changed rows.
create temp table dated_loads as
select
    scores.collection,
    scores.variant || '/' || scores.source as name,
    sum(catalog.score_digest(
        scores.run_id, scores.query_id, scores.measure, scores.min_relevance, scores.value
    ))::varchar as checksum,
from main.submitted_scores as scores
group by scores.collection, scores.variant, scores.source;

update main.submitted_scores
set decimals = sets.decimals
from (
    select
        scores.collection,
        scores.variant,
        scores.source,
        max(metrics.decimals(scores.value::varchar)) as decimals,
    from main.submitted_scores as scores
    group by scores.collection, scores.variant, scores.source
) as sets
where
    submitted_scores.collection = sets.collection
    and submitted_scores.variant = sets.variant
    and submitted_scores.source = sets.source;

update main.loads
set checksum = sums.checksum
from catalog.checksums as sums
inner join dated_loads on dated_loads.collection = sums.collection and dated_loads.name = sums.name
where
    loads.part = 'scores'
    and sums.part = loads.part
    and sums.collection = loads.collection
    and sums.name = loads.name
    and loads.checksum = dated_loads.checksum;

drop table dated_loads;
