-- Keeps of the scores the measures that the recipe wants, where it does not want all.
delete from staging.scores
using staging.score_sets as score_sets
where score_sets.file_id = scores.file_id and not list_contains(score_sets.measures, scores.measure)
