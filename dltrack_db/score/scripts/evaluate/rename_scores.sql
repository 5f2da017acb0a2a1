-- Has submitted scores under another name of their measure too (ir_measures'), where they count from the level asked for.
-- Variables: `stored`, `asked` (the names), `level` (null for that of the labels, or where grades are gains).
insert into main.submitted_scores by name
select scores.* replace (getvariable('asked') as measure, null as min_relevance)
from main.submitted_scores as scores
inner join main.collections as collections on scores.collection = collections.collection
where
    scores.measure = getvariable('stored')
    and coalesce(
        scores.min_relevance
        = coalesce(getvariable('level')::double, labels.level(collections.collection, collections.qrels_variant)),
        true
    );
