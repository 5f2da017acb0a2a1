-- Deletes scores of measures that the recipe does not list; a recipe without a list keeps all measures.
delete from staging.scores
using staging.score_sets as score_sets
where score_sets.file_id = scores.file_id and not list_contains(score_sets.measures, scores.measure)
