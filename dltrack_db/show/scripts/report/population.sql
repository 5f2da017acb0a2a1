-- What a figure of a collection could draw: its submitted runs with scores, and its sets of labels besides the official
-- one. Variable: collection.
select
    'run_id' as column_name,
    'submitted runs' as noun,
    coalesce(list(distinct runs.run_id order by runs.run_id), []) as names,
from main.runs as runs
inner join metrics.run_scores as scores on runs.collection = scores.collection and runs.run_id = scores.run_id
where runs.collection = getvariable('collection') and runs.is_submission
union all by name
select
    'variant' as column_name,
    'sets of labels' as noun,
    coalesce(list(distinct variants.variant order by variants.variant), []) as names,
from main.qrels_variants as variants
inner join main.collections as collections on variants.collection = collections.collection
where variants.collection = getvariable('collection') and variants.variant <> collections.qrels_variant
order by column_name;
